/** Passkeys: the browser makes them and signs with them; the server says for what, and checks. */
import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  WebAuthnError,
  type AuthenticationResponseJSON,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
} from "@simplewebauthn/browser";
import { ask, own } from "./http";

/** Tell whether this browser knows passkeys. */
export const knowsPasskeys = (): boolean => browserSupportsWebAuthn();

/** Make a passkey as the server wants it. */
export async function makePasskey(path: string, body: object): Promise<RegistrationResponseJSON> {
  const optionsJSON = await ask<PublicKeyCredentialCreationOptionsJSON>(path, body);
  return startRegistration({ optionsJSON }).catch(refuse);
}

/** Sign with the passkey that the reader chooses. */
export async function usePasskey(path: string): Promise<AuthenticationResponseJSON> {
  const optionsJSON = await ask<PublicKeyCredentialRequestOptionsJSON>(path, {});
  return startAuthentication({ optionsJSON }).catch(refuse);
}

/** Say in the reader's language why there is no passkey: browsers give reasons in English, if any. */
function refuse(error: unknown): never {
  const name = error instanceof WebAuthnError || error instanceof Error ? error.name : "";
  if (name === "InvalidStateError") throw own(409, "people.passkey-known");
  throw own(400, name === "NotAllowedError" || name === "AbortError" ? "people.passkey-not-given" : "people.passkey-failed");
}
