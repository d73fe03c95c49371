/** Sounds made on the spot: a few short tones. */

export type Sound = "place" | "capture" | "turn" | "end";
/** Pitch in hertz, begin and length in seconds, loudness. */
type Tone = [pitch: number, at: number, length: number, gain: number, shape: OscillatorType];

const SOUNDS: Record<Sound, Tone[]> = {
  place: [
    [240, 0, 0.07, 0.25, "triangle"],
    [480, 0, 0.03, 0.1, "sine"],
  ],
  capture: [
    [330, 0, 0.08, 0.2, "triangle"],
    [220, 0.06, 0.12, 0.2, "triangle"],
  ],
  turn: [
    [587, 0, 0.14, 0.12, "sine"],
    [784, 0.1, 0.2, 0.12, "sine"],
  ],
  end: [
    [523, 0, 0.25, 0.14, "sine"],
    [659, 0.14, 0.25, 0.14, "sine"],
    [784, 0.28, 0.25, 0.14, "sine"],
    [1047, 0.42, 0.5, 0.14, "sine"],
  ],
};

let context: AudioContext | null = null;

export function ringOut(sound: Sound): void {
  if (context) return ringAll(context, SOUNDS[sound]);
  // A browser may take longer to start its audio than a frame lasts, so the first tones come after it.
  const started = (context = new AudioContext());
  setTimeout(() => ringAll(started, SOUNDS[sound]));
}

function ringAll(audio: AudioContext, tones: Tone[]): void {
  if (audio.state === "suspended") void audio.resume().catch(() => undefined);
  for (const tone of tones) ring(audio, tone);
}

function ring(audio: AudioContext, [pitch, at, length, gain, shape]: Tone): void {
  const begin = audio.currentTime + at;
  const oscillator = new OscillatorNode(audio, { type: shape, frequency: pitch });
  const volume = new GainNode(audio, { gain: 0 });
  volume.gain.setValueAtTime(0, begin);
  volume.gain.linearRampToValueAtTime(gain, begin + 0.008);
  volume.gain.exponentialRampToValueAtTime(0.0001, begin + length);
  oscillator.connect(volume).connect(audio.destination);
  oscillator.start(begin);
  oscillator.stop(begin + length + 0.02);
}
