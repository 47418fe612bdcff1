import { numberFormat } from '#contract/locale.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import type { MeasuredRequirement } from './contract.ts'
import styles from './page.module.css'
import { progressMessages } from './texts/messages.ts'

/** Returns the standard of a clause, such as `PCI DSS` for `PCI DSS 8.2.8`. */
export function standardOf(clause: string): string {
  return clause.slice(0, clause.lastIndexOf(' '))
}

type Props = {
  rows: readonly MeasuredRequirement[]
  /** Standard that the page is filtered by; empty for all. */
  selected: string
  onChoose: (standard: string) => void
}

/** Shows the share of applicable requirements that is met, by standard. A click sets or resets the filter. */
export function Progress({ rows, selected, onChoose }: Props) {
  const t = useMessages(progressMessages)
  const { locale } = useLocale()
  const format = (count: number) => numberFormat(locale).format(count)
  const standards = Map.groupBy(rows, ({ clause }) => standardOf(clause))
  return (
    <div role="group" className={`row-2 ${styles.progress}`} aria-label={t.progress}>
      {[...standards].map(([name, ofStandard]) => {
        const applicable = ofStandard.filter(({ state }) => state !== 'not-applicable')
        const met = applicable.filter(({ state }) => state === 'met').length
        const isSelected = name === selected
        return (
          <button
            key={name}
            type="button"
            className="pill"
            aria-pressed={isSelected}
            onClick={() => onChoose(isSelected ? '' : name)}
          >
            <bdi dir="ltr">{name}</bdi>{' '}
            <span className="soft">
              {t.metOf({ met: format(met), all: format(applicable.length) })}
            </span>
            <progress value={met} max={Math.max(applicable.length, 1)} aria-hidden="true" />
          </button>
        )
      })}
    </div>
  )
}
