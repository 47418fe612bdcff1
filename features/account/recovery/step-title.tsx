import { useMessages } from '#web/locale.ts'
import { PageTitle } from '#web/page-title.tsx'
import { messages } from './texts/messages.ts'
import styles from './page.module.css'

/** Shows the title with the number of the current step. */
export function StepTitle({ step, title }: { step: 1 | 2; title?: string | undefined }) {
  const t = useMessages(messages)
  const progress = t.step({ step })
  const name = title ?? t.title
  return (
    <div className="stack-2">
      <PageTitle name={`${name} – ${progress}`}>{name}</PageTitle>
      <p className="stack-2 hint">
        <span>{progress}</span>
        <span className={styles.bar} data-step={step} aria-hidden="true" />
      </p>
    </div>
  )
}
