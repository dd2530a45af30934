// SPDX-License-Identifier: MPL-2.0
// Spectrograms of whole files: fetched once a file and colour table, drawn on common scales.
import { whenMade } from "./api.js";
import { prepare } from "./waveform.js";

const fetched = new Map();

/** The spectrogram of a file up to half its sample rate, { image, duration }; cached for each file and colour table. */
export function spectrogramOf(file, colors, onProgress) {
  const key = `${file.id} ${file.modified} ${colors}`;
  if (!fetched.has(key)) {
    const image = fetchImage(`/api/files/${file.id}/spectrogram?colors=${colors}`, onProgress);
    image.catch(() => fetched.delete(key));
    fetched.set(key, image);
    if (fetched.size > 12) fetched.delete(fetched.keys().next().value);
  }
  return fetched.get(key);
}

async function fetchImage(path, onProgress) {
  const response = await whenMade(path, { onProgress });
  const duration = Number(response.headers.get("X-Spectrogram-Duration"));
  return { image: await createImageBitmap(await response.blob()), duration };
}

/** Half the sample rate of a file's sound, or 0 without sound. */
export function highestFrequency(file) {
  const sound = file?.info?.tracks?.find((track) => track.kind === "audio");
  return (sound?.sampleRate ?? 0) / 2;
}

/** Draws a spectrogram over a share of the width, and over the share of the height that its frequencies reach. */
export function drawSpectrogram(canvas, image, share, heightShare) {
  const { width, height, context } = prepare(canvas);
  context.imageSmoothingQuality = "high";
  const tall = height * heightShare;
  context.drawImage(image, 0, height - tall, width * share, tall);
}

/** The 256 colours of the original method, as bytes of red, green, blue and alpha. */
export function originalColors() {
  const table = new Uint8ClampedArray(256 * 4);
  for (let index = 0; index < 256; index += 1) {
    const level = index / 255;
    const [red, green, blue] = fromHue(0.6666 - 0.6666 * level, Math.sqrt(level));
    // The method exchanges red and green.
    table.set([green * 255, red * 255, blue * 255, 255], index * 4);
  }
  return table;
}

function fromHue(hue, brightness) {
  const channel = (offset) => {
    const place = (offset + hue * 6) % 6;
    return brightness - brightness * Math.max(0, Math.min(place, 4 - place, 1));
  };
  return [channel(5), channel(3), channel(1)];
}

/** Round steps for a scale from 0 to `most` with at most `count` of them. */
export function steps(most, count, sizes = [1, 2, 5]) {
  if (!(most > 0)) return [];
  for (let power = -3; power < 8; power += 1) {
    for (const size of sizes) {
      const step = size * 10 ** power;
      if (most / step > count) continue;
      const length = Math.floor(most / step + 1e-9) + 1;
      return Array.from({ length }, (_, index) => Number((index * step).toFixed(3)));
    }
  }
  return [];
}
