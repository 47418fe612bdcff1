const shortestMs = 2_000
const longestMs = 30_000

/** Loads a part of the page, and retries until it succeeds: at once when the browser is online again. */
export async function loadChunk<Part>(load: () => Promise<Part>): Promise<Part> {
  for (let waitMs = shortestMs; ; waitMs = Math.min(waitMs * 2, longestMs)) {
    try {
      return await load()
    } catch {
      await onlineOr(waitMs)
    }
  }
}

function onlineOr(waitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(goOn, waitMs)
    window.addEventListener('online', goOn)
    function goOn(): void {
      clearTimeout(timer)
      window.removeEventListener('online', goOn)
      resolve()
    }
  })
}
