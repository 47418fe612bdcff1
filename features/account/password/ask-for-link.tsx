import { Form, SubmitButton, useForm } from '#web/ui/form.tsx'
import { HumanCheck } from '#web/ui/human-check.tsx'
import { useMessages } from '#web/locale.ts'
import { PageTitle } from '#web/page-title.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { requestReset } from './contract.ts'
import { resetMessages } from './messages.ts'

type Props = { email: string; redirectUrl: string; onSent: (email: string) => void }

export function AskForLink({ email, redirectUrl, onSent }: Props) {
  const t = useMessages(resetMessages)
  const form = useForm(requestReset, t, {
    empty: { email, redirectUrl, humanCheck: '' },
    onDone: (_, sent) => onSent(String(sent.email).trim()),
  })
  return (
    <>
      <PageTitle key="ask">{t.forgotTitle}</PageTitle>
      <p>{t.forgotText}</p>
      <Form form={form}>
        <TextField form={form} name="email" label={t.email} type="email" autoComplete="username" />
        <HumanCheck form={form} name="humanCheck" />
        <SubmitButton form={form}>{t.send}</SubmitButton>
      </Form>
    </>
  )
}
