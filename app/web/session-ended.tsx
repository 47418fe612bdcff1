import type { Me } from '#contract/me.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { LogInAgainPanel } from '../../features/account/sign-in/panel.tsx'
import { messages } from './session-messages.ts'

type Props = { email: string; onDone: (user: Me) => void; onOther: () => void }

/** Stands over the page as she left it, until she is the one in front of it again. */
export function SessionEnded({ email, onDone, onOther }: Props) {
  const t = useMessages(messages)
  return (
    <Dialog
      title={t.endedTitle}
      isOpen
      form={
        <div data-log-in-again="">
          <LogInAgainPanel email={email} onDone={onDone} onOther={onOther} />
        </div>
      }
      actions={
        <Button variant="quiet" onClick={onOther}>
          {t.other}
        </Button>
      }
    >
      <p>{t.endedText}</p>
    </Dialog>
  )
}
