import { useMessages } from '#web/locale.ts'
import { Fact } from '#web/ui/facts.tsx'
import type { ApprovalDetails } from './contract.ts'
import styles from './page.module.css'
import { messages } from './texts/messages.ts'

/** Shows the hash of a configuration file and the plan of its changes, in the lines that the `apply` command prints. */
export function Differences({ approval: { proposal } }: { approval: ApprovalDetails }) {
  const t = useMessages(messages)
  const lines = Array.isArray(proposal['lines']) ? proposal['lines'].map(String) : []
  return (
    <>
      <dl className="facts">
        <Fact name={t.contentHash}>
          <code dir="ltr" className={styles.hash}>
            {String(proposal['sha256'])}
          </code>
        </Fact>
      </dl>
      <ol className={styles.differences} aria-label={t.differences} dir="ltr">
        {lines.map((line, index) => (
          <li key={index}>
            <code>{line}</code>
          </li>
        ))}
      </ol>
    </>
  )
}
