/** Requests that do not wait for ever: a server that says nothing for long is a server that is not there. */

const SHORT = 8_000;
/** For what the server has to think about. */
export const LONG = 60_000;

/** An answer whose body is read as JSON too before the time is up; rejects otherwise. */
export async function fetchJson(path, options = {}, patience = SHORT) {
  const end = new AbortController();
  const timer = setTimeout(() => end.abort(), patience);
  try {
    const answer = await fetch(path, { ...options, signal: end.signal });
    return { answer, data: await answer.json() };
  } finally {
    clearTimeout(timer);
  }
}
