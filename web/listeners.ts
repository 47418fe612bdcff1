/** Creates the listeners of a value that changes outside React. The given window events notify them too. */
export function createListeners(...events: (keyof WindowEventMap)[]) {
  const listeners = new Set<() => void>()

  function notify(): void {
    for (const listener of listeners) listener()
  }

  /** Adds a listener. Returns a function that stops listening. */
  function listen(listener: () => void): () => void {
    listeners.add(listener)
    for (const event of events) window.addEventListener(event, listener)
    return () => {
      listeners.delete(listener)
      for (const event of events) window.removeEventListener(event, listener)
    }
  }

  return { listen, notify }
}
