// SPDX-License-Identifier: MPL-2.0
// The server's routes. Every failure becomes an Error whose message can be shown.

const unreachable = "The studio does not answer. If it has ended, start it again with “retime studio”; "
  + "this page goes on by itself.";

async function call(path, options = {}) {
  let response;
  try {
    response = await fetch(path, { cache: "no-store", ...options });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw Object.assign(new Error(unreachable), { status: 0 });
  }
  if (response.ok) return response;
  throw Object.assign(new Error(await messageOf(response)), { status: response.status });
}

async function messageOf(response) {
  try {
    const { message } = await response.json();
    if (message) return message;
  } catch {
    // Not JSON: what follows says as much as is known.
  }
  return `The studio answered with ${response.status} ${response.statusText}.`;
}

const json = async (path, options) => (await call(path, options)).json();
const post = (path, body, signal) => json(path, {
  method: "POST", signal, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body ?? {}),
});

const send = (path, body) => json(path, { method: "POST", headers: { "Content-Type": "application/octet-stream" }, body });

export const api = {
  files: () => json("/api/files"),
  jobs: () => json("/api/jobs"),
  containers: () => json("/api/containers"),
  plan: (request, signal) => post("/api/plan", request, signal),
  estimate: (request, signal) => post("/api/estimate", request, signal),
  estimateJob: (id) => json(`/api/jobs/${id}/estimate`),
  timeline: (file, rate) => send(`/api/timeline?name=${encodeURIComponent(file.name)}${rate ? `&rate=${rate}` : ""}`, file),
  cues: (file) => send(`/api/cues?name=${encodeURIComponent(file.name)}`, file),
  export: (request, format) => post(`/api/export?format=${format}`, request),
  start: (request) => post("/api/jobs", request),
  pause: (isPaused) => post("/api/queue", { isPaused }),
  move: (id, position) => post(`/api/jobs/${id}/move`, { position }),
  cancel: (id) => post(`/api/jobs/${id}/cancel`),
  forget: async (id, withResult) => {
    const response = await call(`/api/jobs/${id}${withResult ? "?result=true" : ""}`, { method: "DELETE" });
    return response.status === 204 ? null : response.json();
  },
  deleteFile: (id) => json(`/api/files/${id}`, { method: "DELETE" }),
  renameFile: (id, name) => post(`/api/files/${id}/rename`, { name }),
  renameResult: (id, name) => post(`/api/jobs/${id}/rename`, { name }),
  restore: (id) => post(`/api/trash/${id}/restore`),
  keepPreset: (preset, replaces) => post(`/api/presets${replaces ? "?replace=true" : ""}`, preset),
  removePreset: (id) => call(`/api/presets/${id}`, { method: "DELETE" }),
  waveform: (id, signal) => json(`/api/files/${id}/waveform`, { cache: "default", signal }),
};

/** Addresses for elements that fetch by themselves. */
export const address = {
  media: (file) => `/api/files/${file.id}/media?at=${Math.round(file.modified * 1000)}-${file.size}`,
  proxy: (file) => `/api/files/${file.id}/proxy`,
  thumbnail: (file) => `/api/files/${file.id}/thumbnail?at=${Math.round(file.modified * 1000)}`,
  flow: (file, at, quality) =>
    `/api/files/${file.id}/flow?at=${at}&quality=${quality}&of=${Math.round(file.modified * 1000)}`,
  preview: (job) => `/api/jobs/${job.id}/preview?version=${job.preview}`,
  download: (job, name) => `/api/jobs/${job.id}/download?name=${encodeURIComponent(name)}`,
};

/**
 * Asks until something that is being made is there: 202 means to ask again.
 * `onProgress` gets the fraction that is done, or null.
 */
export async function whenMade(path, { signal, headers, onProgress } = {}) {
  for (;;) {
    const response = await call(path, { signal, headers });
    if (response.status !== 202) return response;
    const { fraction = null } = await response.json().catch(() => ({}));
    onProgress?.(fraction);
    await pause(400, signal);
  }
}

function pause(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    }, { once: true });
  });
}

/** Sends a file under a name; `onProgress` gets the fraction. Returns { done, cancel }. */
export function upload(file, name, onProgress) {
  const request = new XMLHttpRequest();
  const done = new Promise((resolve, reject) => {
    request.upload.addEventListener("progress", (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total);
    });
    request.addEventListener("load", () => {
      let answer = {};
      try { answer = JSON.parse(request.responseText); } catch { /* the status says it */ }
      if (request.status === 201) resolve(answer);
      else {
        const message = answer.message ?? `The studio answered with ${request.status}.`;
        reject(Object.assign(new Error(message), { freeName: answer.name }));
      }
    });
    request.addEventListener("error", () => reject(new Error(`“${file.name}” could not be sent. ${unreachable}`)));
    request.addEventListener("abort", () => reject(Object.assign(new Error("cancelled"), { name: "AbortError" })));
  });
  request.open("POST", `/api/files?name=${encodeURIComponent(name)}`);
  request.setRequestHeader("Content-Type", "application/octet-stream");
  request.send(file);
  return { done, cancel: () => request.abort() };
}
