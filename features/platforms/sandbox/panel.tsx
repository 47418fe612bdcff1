import { fieldMessages } from '#web/ui/texts/messages.ts'
import { Form, useForm } from '#web/ui/form.tsx'
import { useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { createSandboxToken } from './contract.ts'
import { messages } from './texts/messages.ts'

/** A panel with a button that opens the portal's sandbox. */
export function SandboxPanel() {
  const t = useMessages(messages)
  const shared = useMessages(fieldMessages)
  const form = useForm(createSandboxToken, t, {
    initial: {},
    // The token is in the fragment, so that it reaches no server log; the sandbox page removes it from the address.
    onDone: ({ token, url }) => location.assign(`${url}#sandbox=${token}`),
  })
  return (
    <Panel title={t.panelTitle} intro={t.panelText}>
      <Form form={form}>
        <Button type="submit" className="at-start" isPending={form.isSending}>
          {form.isSending ? shared.sending : t.open}
        </Button>
      </Form>
    </Panel>
  )
}
