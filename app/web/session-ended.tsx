import type { Me } from '#contract/me.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { useWords } from '#web/locale.ts'
import { LogInAgainPanel } from '../../features/account/sign-in/panel.tsx'
import { words } from './session-words.ts'

type Props = { email: string; onDone: (user: Me) => void; onOther: () => void }

/** Stands over the page as she left it, until she is the one in front of it again. */
export function SessionEnded({ email, onDone, onOther }: Props) {
  const say = useWords(words)
  return (
    <Dialog
      title={say.endedTitle}
      isOpen
      form={
        <div data-log-in-again="">
          <LogInAgainPanel email={email} onDone={onDone} onOther={onOther} />
        </div>
      }
      actions={
        <button type="button" className="quiet-button" onClick={onOther}>
          {say.other}
        </button>
      }
    >
      <p>{say.endedText}</p>
    </Dialog>
  )
}
