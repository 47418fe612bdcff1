import { fieldWords } from '#web/ui/field-words.ts'
import { Form, useForm } from '#web/ui/form.tsx'
import { useWords } from '#web/locale.ts'
import { Panel } from '#web/ui/panel.tsx'
import { makeSandboxToken } from './contract.ts'
import { words } from './messages.ts'
import styles from './panel.module.css'

/** The way into the sandbox, for a portal that has one. */
export function SandboxPanel() {
  const say = useWords(words)
  const shared = useWords(fieldWords)
  const form = useForm(makeSandboxToken, say, {
    empty: {},
    // Behind the #, so that it reaches no server's log; the page that opens takes it away at once.
    onDone: ({ token, url }) => location.assign(`${url}#sandbox=${token}`),
  })
  return (
    <Panel title={say.panelTitle} intro={say.panelText}>
      <Form form={form}>
        <button
          type="submit"
          className={`secondary-button ${styles.open}`}
          aria-disabled={form.isSending || undefined}
        >
          {form.isSending ? shared.sending : say.open}
        </button>
      </Form>
    </Panel>
  )
}
