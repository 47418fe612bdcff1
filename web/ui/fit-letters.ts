const fitted = new Map<Element, HTMLElement>()
let sizes: ResizeObserver | undefined

/**
 * A `ref` for a place whose `[data-fitted]` ends in an ellipsis: makes that as wide as the letters that it shows, since
 * a part of a letter would leave a gap before what follows.
 */
export function fitLetters(place: HTMLElement | null): (() => void) | undefined {
  const text = place?.querySelector<HTMLElement>('[data-fitted]')
  if (!place || !text) return undefined
  sizes ??= new ResizeObserver((entries) =>
    fit(entries.flatMap(({ target }) => fitted.get(target) ?? [])),
  )
  fitted.set(place, text)
  sizes.observe(place)
  return () => {
    fitted.delete(place)
    sizes?.unobserve(place)
  }
}

/** All are measured before the first one changes. */
function fit(texts: readonly HTMLElement[]): void {
  for (const text of texts) text.style.maxInlineSize = ''
  const widths = texts.map(shownWidth)
  texts.forEach((text, index) => {
    const width = widths[index]
    if (width !== undefined) text.style.maxInlineSize = `${width}px`
  })
}

/** Undefined where all of it is shown. */
function shownWidth(text: HTMLElement): number | undefined {
  const letters = text.firstChild
  if (!letters || text.scrollWidth <= text.clientWidth) return undefined
  // A pixel more than measured: the browser rounds, and would leave out one letter more.
  const room = text.clientWidth - ellipsisWidth(getComputedStyle(text).font) - 1
  const range = document.createRange()
  range.setStart(letters, 0)
  const widthOf = (count: number) => {
    range.setEnd(letters, count)
    return range.getBoundingClientRect().width
  }
  let [fits, tooMany] = [0, letters.textContent?.length ?? 0]
  while (tooMany - fits > 1) {
    const half = (fits + tooMany) >> 1
    if (widthOf(half) <= room) fits = half
    else tooMany = half
  }
  return Math.ceil(widthOf(fits) + text.clientWidth - room)
}

const ellipses = new Map<string, number>()

function ellipsisWidth(font: string): number {
  const known = ellipses.get(font)
  if (known !== undefined) return known
  const canvas = document.createElement('canvas').getContext('2d')
  if (!canvas) return 0
  canvas.font = font
  const { width } = canvas.measureText('…')
  ellipses.set(font, width)
  return width
}
