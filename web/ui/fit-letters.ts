const textsByContainer = new Map<Element, HTMLElement>()
let resizes: ResizeObserver | undefined

/**
 * Narrows the `[data-fitted]` text in an element to its visible letters and the ellipsis. Without this, the room of a
 * letter that does not fit would be a gap before the text that follows. For use as a `ref`.
 */
export function fitLetters(container: HTMLElement | null): (() => void) | undefined {
  const text = container?.querySelector<HTMLElement>('[data-fitted]')
  if (!container || !text) return undefined
  resizes ??= new ResizeObserver((entries) =>
    fit(entries.flatMap(({ target }) => textsByContainer.get(target) ?? [])),
  )
  textsByContainer.set(container, text)
  resizes.observe(container)
  return () => {
    textsByContainer.delete(container)
    resizes?.unobserve(container)
  }
}

/** Measures all texts before it resizes the first one, which avoids repeated layouts. */
function fit(texts: readonly HTMLElement[]): void {
  for (const text of texts) text.style.maxInlineSize = ''
  const widths = texts.map(shownWidth)
  texts.forEach((text, index) => {
    const width = widths[index]
    if (width !== undefined) text.style.maxInlineSize = `${width}px`
  })
}

/** Returns the width of the visible letters and the ellipsis in pixels; undefined if the whole text is visible. */
function shownWidth(text: HTMLElement): number | undefined {
  const letters = text.firstChild
  if (!letters || text.scrollWidth <= text.clientWidth) return undefined
  // The browser rounds, and would cut one more letter without a spare pixel.
  const room = text.clientWidth - ellipsisWidth(getComputedStyle(text).font) - 1
  const range = document.createRange()
  range.setStart(letters, 0)
  const widthOf = (count: number) => {
    range.setEnd(letters, count)
    return range.getBoundingClientRect().width
  }
  let [fitting, tooMany] = [0, letters.textContent?.length ?? 0]
  while (tooMany - fitting > 1) {
    const half = (fitting + tooMany) >> 1
    if (widthOf(half) <= room) fitting = half
    else tooMany = half
  }
  return Math.ceil(widthOf(fitting) + text.clientWidth - room)
}

const ellipses = new Map<string, number>()

function ellipsisWidth(font: string): number {
  const cachedWidth = ellipses.get(font)
  if (cachedWidth !== undefined) return cachedWidth
  const canvas = document.createElement('canvas').getContext('2d')
  if (!canvas) return 0
  canvas.font = font
  const { width } = canvas.measureText('…')
  ellipses.set(font, width)
  return width
}
