import { fill } from '#contract/locale.ts'
import { useMessages } from '#web/locale.ts'
import { PageTitle } from '#web/page-title.tsx'
import { messages } from './messages.ts'
import styles from './page.module.css'

/** The two steps, and in which of them she is. */
export function StepTitle({ step }: { step: 1 | 2 }) {
  const t = useMessages(messages)
  const place = fill(t.step, { step })
  return (
    <div className={styles.title}>
      <PageTitle name={`${t.title} – ${place}`}>{t.title}</PageTitle>
      <p className={styles.step}>
        <span>{place}</span>
        <span className={styles.bar} data-step={step} aria-hidden="true" />
      </p>
    </div>
  )
}
