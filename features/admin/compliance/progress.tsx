import { fill, numberFormat } from '#contract/locale.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import type { MeasuredRequirement } from './contract.ts'
import styles from './page.module.css'
import { progressMessages } from './progress-messages.ts'

/** Such as `PCI DSS` of `PCI DSS 8.2.8`. */
export function standardOf(clause: string): string {
  return clause.slice(0, clause.lastIndexOf(' '))
}

/** How much of each standard is met, without what does not apply. */
export function Progress({ rows }: { rows: readonly MeasuredRequirement[] }) {
  const t = useMessages(progressMessages)
  const { locale } = useLocale()
  const number = (count: number) => numberFormat(locale).format(count)
  const standards = Map.groupBy(
    rows.filter(({ state }) => state !== 'not-applicable'),
    ({ clause }) => standardOf(clause),
  )
  return (
    <ul className={styles.progress} aria-label={t.progress}>
      {[...standards].map(([name, all]) => {
        const met = all.filter(({ state }) => state === 'met').length
        const text = fill(t.metOf, { met: number(met), all: number(all.length) })
        return (
          <li key={name}>
            <bdi dir="ltr">{name}</bdi> <small className="soft">{text}</small>
            <progress value={met} max={all.length} aria-label={`${name}: ${text}`} />
          </li>
        )
      })}
    </ul>
  )
}
