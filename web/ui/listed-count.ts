import { maxListedCount } from '#contract/list.ts'
import { numberFormat, type Locale } from '#contract/locale.ts'

/**
 * Returns the text of a number that a list counts up to `maxListedCount`: "1,000+" if there are more. `textOf` returns
 * a sentence that contains the number.
 */
export function listedCount(
  count: number,
  locale: Locale,
  textOf: (count: number) => string = (shown) => numberFormat(locale).format(shown),
): string {
  if (count <= maxListedCount) return textOf(count)
  const most = numberFormat(locale).format(maxListedCount)
  return textOf(maxListedCount).replace(most, `${most}+`)
}
