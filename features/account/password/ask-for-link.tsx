import { Form, SubmitButton, TextField, useForm } from '#web/ui/form.tsx'
import { HumanCheck } from '#web/ui/human-check.tsx'
import { useWords } from '#web/locale.ts'
import { PageTitle } from '#web/page-title.tsx'
import { requestReset } from './contract.ts'
import { words } from './reset-messages.ts'

type Props = { email: string; redirectUrl: string; onSent: (email: string) => void }

export function AskForLink({ email, redirectUrl, onSent }: Props) {
  const say = useWords(words)
  const form = useForm(requestReset, say, {
    empty: { email, redirectUrl, humanCheck: '' },
    onDone: (_, sent) => onSent(String(sent.email).trim()),
  })
  return (
    <>
      <PageTitle key="ask">{say.forgotTitle}</PageTitle>
      <p>{say.forgotText}</p>
      <Form form={form}>
        <TextField
          form={form}
          name="email"
          label={say.email}
          type="email"
          autoComplete="username"
        />
        <HumanCheck form={form} name="humanCheck" />
        <SubmitButton form={form}>{say.send}</SubmitButton>
      </Form>
    </>
  )
}
