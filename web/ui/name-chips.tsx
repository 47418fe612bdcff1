import { formatList } from '#contract/text.ts'
import { useLocale, useMessages } from '../locale.ts'
import { CutText } from './cut-text.tsx'
import { listMessages } from './texts/messages.ts'
import styles from './name-chips.module.css'

type Props = {
  names: readonly string[]
  none: string
  /** The tooltip; by default all names. */
  title?: string
}

/** The first name and the number of further names, for the cell of a list. */
export function NameChips({ names, none, title }: Props) {
  const t = useMessages(listMessages)
  const { locale } = useLocale()
  const [first, ...others] = names
  if (first === undefined) return <span className="soft">{none}</span>
  return (
    <span className={styles.chips} title={title ?? formatList(names, locale)}>
      <span className="tag">
        <CutText>{first}</CutText>
      </span>
      {others.length > 0 && (
        <span className="tag">
          <bdi dir="ltr" aria-hidden="true">
            +{others.length}
          </bdi>
          <span className="visually-hidden">{t.more({ count: others.length })}</span>
        </span>
      )}
    </span>
  )
}
