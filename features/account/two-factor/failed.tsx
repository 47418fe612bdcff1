import { errorCodes, Refusal } from '#contract/refusal.ts'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { useMessages } from '#web/locale.ts'
import { Notice } from '#web/ui/notice.tsx'
import { messages } from './texts/messages.ts'

type Props = { error: Error; onRetry: () => void; onLogIn: () => void }

/** Shows an error of the setup. After some errors, only a new login helps. */
export function Failed({ error, onRetry, onLogIn }: Props) {
  const t = useMessages(messages)
  const code = error instanceof Refusal ? error.code : undefined
  const needsLogin = code === errorCodes.loginExpired || code === errorCodes.secondFactorAlreadySet
  if (!needsLogin) return <Failure error={error} onRetry={onRetry} />
  return (
    <>
      <Notice kind="warning">
        {code === errorCodes.loginExpired ? t.loginExpired : t.secondFactorAlreadySet}
      </Notice>
      <Button variant="primary" onClick={onLogIn}>
        {t.logIn}
      </Button>
    </>
  )
}
