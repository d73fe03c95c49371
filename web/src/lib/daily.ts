/** The puzzles of a day: how they went, and that as a text and as a picture to be shared, both without spoilers. */
import { ask } from "./http";
import { language, t, useGameLabels } from "./i18n.svelte";
import type { Daily, PuzzleInfo } from "./messages";
import { setName } from "./puzzles";
import { resultOf, streak, type Result } from "./solved";

/** Return the puzzles of a day with the texts that they need; without a day, of today. */
export async function loadDay(day?: string): Promise<Daily> {
  const found = await ask<Daily>(day ? `/api/daily/${day}` : "/api/daily");
  await Promise.all(found.puzzles.map(({ game }) => useGameLabels(game).catch(() => undefined)));
  return found;
}

/** Return a day in the reader's language; days are those of UTC. */
export const dayName = (day: string): string =>
  new Intl.DateTimeFormat(language(), { dateStyle: "long", timeZone: "UTC" }).format(Date.parse(day));

/** Return how many puzzles of a day were solved. */
export const solvedOf = ({ day, puzzles }: Daily): number => puzzles.filter(({ puzzle }) => resultOf(puzzle, day)?.end === "solved").length;

export const clock = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

type Mark = "wrong" | "solved" | "shown" | "open";
/** Wrong moves that are drawn; more of them say no more. */
const MOST_MARKS = 5;
const LETTERS: Record<Mark, string> = { wrong: "🟥", solved: "🟩", shown: "⬛", open: "⬜" };
const COLOURS: Record<Mark, string> = { wrong: "#d8452b", solved: "#2b9a66", shown: "#2a231e", open: "#dccfba" };

/** Return one mark for each try. */
export function marksOf(result: Result | null): Mark[] {
  if (!result) return ["open"];
  const wrong = Array.from({ length: Math.min(MOST_MARKS, result.wrong) }, (): Mark => "wrong");
  return [...wrong, result.end || "open"];
}

/** Return a result in words, such as "Solved at the second try". */
export function resultText(result: Result | null, free: boolean): string {
  if (!result) return t("puzzles.not-tried");
  if (result.end === "shown") return t("puzzles.answer-shown");
  if (!result.end) return t("puzzles.begun");
  return free
    ? t("puzzles.game-won", { undos: result.wrong, time: clock(result.seconds ?? 0) })
    : t("puzzles.solved", { tries: result.wrong + 1 });
}

/** Return the results of a day as text: which try, but nothing of the moves. */
export function shareText({ day, today, puzzles }: Daily): string {
  const days = day === today ? streak(today) : 0;
  const lines = puzzles.map((info) => {
    const result = resultOf(info.puzzle, day);
    const time = info.free && result?.end === "solved" ? ` ${clock(result.seconds ?? 0)}` : "";
    return `${setName(info)} ${marksOf(result)
      .map((mark) => LETTERS[mark])
      .join("")}${time}`;
  });
  const head = `${t("page.encore")} · ${t("page.daily")} ${day}`;
  return [head, ...lines, ...(days > 1 ? [t("puzzles.streak", { days })] : []), `${location.origin}/daily/${day}`].join("\n");
}

const SIDE = 520;
const GAP = 40;
const HEAD = 110;
const LABEL = 90;

const load = (address: string): Promise<HTMLImageElement> =>
  new Promise((done, failed) => {
    const image = new Image();
    image.onload = () => done(image);
    image.onerror = () => failed(new Error(address));
    image.src = address;
  });

/** Draw a board into a square, as large as it fits. */
function drawBoard(pen: CanvasRenderingContext2D, image: HTMLImageElement, x: number, y: number): void {
  const [wide, high] = [image.naturalWidth || SIDE, image.naturalHeight || SIDE];
  const scale = SIDE / Math.max(wide, high);
  pen.drawImage(image, x + (SIDE - wide * scale) / 2, y + (SIDE - high * scale) / 2, wide * scale, high * scale);
}

function drawResult(pen: CanvasRenderingContext2D, info: PuzzleInfo, day: string, x: number, y: number): void {
  pen.font = "600 30px sans-serif";
  pen.fillStyle = "#2a231e";
  pen.fillText(setName(info), x, y + 30);
  marksOf(resultOf(info.puzzle, day)).forEach((mark, at) => {
    pen.fillStyle = COLOURS[mark];
    pen.fillRect(x + at * 36, y + 44, 30, 30);
  });
}

/** Draw the positions of a day with how they went. */
export async function sharePicture({ day, puzzles }: Daily): Promise<Blob> {
  const images = await Promise.all(puzzles.map(({ puzzle }) => load(`/api/puzzle/${puzzle}/picture.svg`)));
  const columns = Math.min(2, puzzles.length);
  const rows = Math.ceil(puzzles.length / columns);
  const canvas = document.createElement("canvas");
  canvas.width = GAP + columns * (SIDE + GAP);
  canvas.height = HEAD + rows * (SIDE + LABEL + GAP);
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("no canvas");
  pen.fillStyle = "#f6efe3";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = "#2a231e";
  pen.font = "700 44px sans-serif";
  pen.fillText(`${t("page.encore")} · ${t("page.daily")} ${day}`, GAP, 70);
  images.forEach((image, at) => {
    const [x, y] = [GAP + (at % columns) * (SIDE + GAP), HEAD + Math.floor(at / columns) * (SIDE + LABEL + GAP)];
    drawBoard(pen, image, x, y);
    const info = puzzles[at];
    if (info) drawResult(pen, info, day, x, y + SIDE);
  });
  return new Promise((done, failed) => canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("no picture"))), "image/png"));
}
