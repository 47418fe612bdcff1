import type { Locale } from '#contract/locale.ts'
import { useMessages } from '../locale.ts'

/** Color of a tag: success, caution (`low`) or error; `off`, `plain` and undefined are neutral. */
type Tone = 'good' | 'low' | 'bad' | 'off' | 'plain' | undefined

/** Makes a component that shows a status as a tag. The text of a status has the key `{name}_{status}`. */
export function statusTag<Name extends string, Status extends string>(
  texts: Readonly<Record<Locale, Readonly<Record<`${Name}_${NoInfer<Status>}`, string>>>>,
  name: Name,
  tones: Readonly<Record<Status, Tone>>,
) {
  return function StatusTag({ status }: { status: Status }) {
    const t: Readonly<Record<string, string>> = useMessages(texts)
    return (
      <span className="tag" data-kind={tones[status]}>
        {t[`${name}_${status}`]}
      </span>
    )
  }
}
