import type { Locale } from '#contract/locale.ts'
import { formatOf, spaceDigits, tags } from '#contract/time.ts'

/** The data of a bar. */
export type Part = { start: string; count: number; failures: number }

/** Indexes of the first and the last bar, in either order. */
export type Range = { from: number; to: number }

const hourMs = 3_600_000

/** Bars are clipped if the highest exceeds the 90th percentile by this factor, because it would flatten the others. */
const outlierFactor = 4

/** Returns the count of a full-height bar: the maximum, or twice the 90th percentile if the maximum is an outlier. */
export function fullHeightCount(counts: readonly number[]): number {
  const positiveCounts = counts.filter((count) => count > 0).toSorted((one, other) => one - other)
  const highest = positiveCounts.at(-1) ?? 1
  const percentile = positiveCounts[Math.ceil(positiveCounts.length * 0.9) - 1] ?? highest
  return highest > outlierFactor * percentile ? 2 * percentile : highest
}

/** Returns the end of a bar, as an ISO 8601 time. */
export function endOf({ start }: Part, hours: number): string {
  return new Date(Date.parse(start) + hours * hourMs).toISOString()
}

type Span = { parts: readonly Part[]; from: Date; until: Date }

/** Returns the bars of a range, and its start and end. The end is at most the present time. */
export function spanOf(parts: readonly Part[], hours: number, { from, to }: Range): Span {
  const partsInRange = parts.slice(Math.min(from, to), Math.max(from, to) + 1)
  const [first, last] = [partsInRange[0], partsInRange.at(-1)]
  const until = last ? Math.min(Date.parse(endOf(last, hours)), Date.now()) : Date.now()
  return { parts: partsInRange, from: new Date(first?.start ?? until), until: new Date(until) }
}

const dayFormat = { day: 'numeric', month: 'short' } as const
const timeFormat = { ...dayFormat, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const shortMs = 48 * hourMs

/** Returns a span and its two ends as text. The ends include the time if the span is at most 48 hours. */
export function textsOf(
  { from, until }: Pick<Span, 'from' | 'until'>,
  { locale, timeZone }: { locale: Locale; timeZone: string },
): { period: string; ends: readonly [string, string] } {
  const isShort = until.getTime() - from.getTime() <= shortMs
  const format = formatOf(tags[locale], timeZone, isShort ? timeFormat : dayFormat)
  return {
    period: spaceDigits(
      formatOf(tags[locale], timeZone, timeFormat).formatRange(from, until),
      locale,
    ),
    ends: [spaceDigits(format.format(from), locale), spaceDigits(format.format(until), locale)],
  }
}
