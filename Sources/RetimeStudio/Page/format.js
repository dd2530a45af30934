// SPDX-License-Identifier: MPL-2.0
// Numbers as people read them.

/** Seconds as "7.80 s", "1:30.00" or "1:02:03". */
export function duration(seconds) {
  if (seconds === null || seconds === undefined || !Number.isFinite(seconds)) return "–";
  if (seconds < 60) return `${seconds.toFixed(2)} s`;
  return clock(seconds, seconds < 600 ? 1 : 0);
}

/** How long a file is, where that is known: [] or ["7.80 s"]. */
export function length({ kind, duration: seconds }) {
  if (kind === "picture") return ["still picture"];
  return seconds === null ? [] : [duration(seconds)];
}

/** Seconds as on a player: "0:07.8". */
export function clock(seconds, digits = 1) {
  const scale = 10 ** digits;
  const whole = Math.floor(seconds * scale + 1e-6) / scale;
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  const rest = (whole % 60).toFixed(digits).padStart(digits ? digits + 3 : 2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

/** Seconds of waiting as "8 s", "3 min" or "2 h 5 min". */
export function wait(seconds) {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Bytes as "331 kB". */
export function size(bytes) {
  let value = bytes;
  for (const unit of ["B", "kB", "MB", "GB", "TB"]) {
    if (value < 999.5 || unit === "TB") {
      return `${unit === "B" || value >= 100 ? Math.round(value) : value.toPrecision(2)} ${unit}`;
    }
    value /= 1000;
  }
  return "";
}

/** A whole number with spaces between thousands: "171 520". */
export function count(number) {
  return String(number).replace(/\B(?=(\d{3})+$)/g, "\u202f");
}

/** A factor without needless digits: 0.5, 1.25, 0.333. */
export function factor(number) {
  return String(Number(number.toPrecision(number < 1 ? 3 : 4)));
}

/** "30/1" as "30", "30000/1001" as "29.97". */
export function rate(fraction) {
  const [over, under = "1"] = String(fraction).split("/").map(Number);
  const value = over / (under || 1);
  return Number.isInteger(value) ? String(value) : value.toFixed(2);
}

/** Hertz as "44.1 kHz". */
export const kilohertz = (hertz) => `${Number((hertz / 1000).toFixed(3))} kHz`;

/** Unix seconds as a time of today, or a date. */
export function moment(seconds) {
  const date = new Date(seconds * 1000);
  const isToday = date.toDateString() === new Date().toDateString();
  return isToday
    ? date.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })
    : date.toLocaleDateString([], { day: "numeric", month: "short", year: "numeric" });
}

/** What a file holds, in short: ["320×240", "30 fps", "VP8", "Vorbis 44.1 kHz stereo"]. */
export function facts(info) {
  return (info?.tracks ?? []).flatMap((track) => {
    if (track.kind === "video") {
      const fps = (track.frames ?? 2) < 2 ? null : track.variableFrameRate ? "variable rate" : track.frameRate && `${rate(track.frameRate)} fps`;
      return [`${track.width}×${track.height}`, fps, codec(track)].filter(Boolean);
    }
    if (track.kind !== "audio") return [];
    return [[codec(track), kilohertz(track.sampleRate), layout(track)].filter(Boolean).join(" ")];
  });
}

const shortNames = [
  [/AAC/, "AAC"], [/FLAC|Free Lossless/, "FLAC"], [/(\d+)-bit PCM/, "PCM $1 bit"], [/MP3|Layer 3/, "MP3"],
  [/H\.26[45]/, "$&"],
];

/** The name of a track's codec, in short. */
export function codec(track) {
  const name = track.codecDescription ?? track.codec ?? "";
  for (const [pattern, short] of shortNames) {
    const found = name.match(pattern);
    if (found) return short.replace("$1", found[1]).replace("$&", found[0]);
  }
  return name.replace(/ \(.*\)|^(video|audio)\/(x-)?/g, "");
}

/** "stereo", or the number of channels. */
export const layout = (track) => track.layout ?? (track.channels ? `${track.channels} ch` : "");
