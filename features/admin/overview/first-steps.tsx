import { counted } from '#contract/locale.ts'
import { useLocale, useMessages } from '#web/locale.ts'
import { LineIcon } from '#web/ui/line-icon.tsx'
import { firstSteps, type Overview } from './contract.ts'
import { messages } from './messages.ts'
import type { OverviewLinks } from './overview-links.tsx'
import styles from './page.module.css'

type Props = { done: Overview['firstSteps']; links: OverviewLinks }

/** What a new installation begins with, of what the admin may do. The brand may be that of the variables: it keeps nobody. */
export function FirstSteps({ done, links }: Props) {
  const t = useMessages(messages)
  const { locale } = useLocale()
  const steps = firstSteps.filter((step) => links.firstSteps[step] !== undefined)
  const left = steps.filter((step) => !done[step])
  if (left.length === 0 || (done.platform && done.user)) return null
  return (
    <section className={`card ${styles.firstSteps}`} aria-labelledby="first-steps">
      <header>
        <h2 id="first-steps">{t.firstSteps}</h2>
        <p className="soft">{counted(t.stepsLeft, left.length, locale)}</p>
      </header>
      <ol>
        {steps.map((step) => (
          <li key={step} data-done={done[step]}>
            <LineIcon
              path={done[step] ? 'M3.5 8.5l3 3 6-7' : 'M8 3a5 5 0 1 1 0 10A5 5 0 0 1 8 3'}
              box={16}
            />
            <span>
              {done[step] ? t[`step_${step}`] : links.firstSteps[step]?.(t[`step_${step}`])}
              <span className="second-line">
                {done[step] ? t.stepDone : t[`step_${step}_hint`]}
              </span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
