import { Suspense, useEffect, useRef, useState } from 'react'
import type { TwinOf } from '#contract/endpoint.ts'
import { fewCodes } from '#contract/account-limits.ts'
import { call } from '#web/api.ts'
import { Fold } from '#web/ui/fold.tsx'
import { lazyPart } from '#web/lazy.tsx'
import { useMessages } from '#web/locale.ts'
import { useAccount, useAccountRenewal } from '#web/me.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { RecoveryCodes } from '#web/parts/recovery-codes.tsx'
import { renewCodes } from './contract.ts'
import { recoveryCodesMessages } from './texts/messages.ts'

const ConfirmAction = lazyPart(async () => (await import('#web/ui/confirm.tsx')).ConfirmAction)
const sheetIcon = 'M5 4.5h14v15H5ZM8.5 9h7M8.5 12h7M8.5 15h4'

type RenewCall = TwinOf<typeof renewCodes>

/** Shows how many codes are left. `renew` is the call, for a user or an admin, that creates ten new codes. */
export function RecoveryCodesPanel({ renew = renewCodes }: { renew?: RenewCall }) {
  const t = useMessages(recoveryCodesMessages)
  const me = useAccount()
  const left = me.mfa.recoveryCodesLeft
  const [state, setState] = useState<'closed' | 'asking' | string[]>('closed')
  const [hadCodes, setHadCodes] = useState(false)
  const [heading, container] = useFocus(typeof state === 'object')

  function ask(): void {
    setHadCodes(left > 0)
    setState('asking')
  }

  return (
    <Fold
      id="recovery-codes"
      title={t.title}
      status={left === 0 ? t.none : t.left({ count: left })}
      isGood={left > fewCodes}
      icon={sheetIcon}
      action="manage"
      intro={t.text}
      headingRef={heading}
      onApproach={ConfirmAction.preload}
    >
      <div ref={container} className="stack-4">
        {typeof state !== 'object' && <CodesLeft onCreate={ask} />}
        {state === 'asking' && (
          <CreateCodes
            renew={renew}
            hasCodes={hadCodes}
            onCreated={setState}
            // The dialog also closes after the creation, when the state already contains the codes.
            onClose={() => setState((current) => (current === 'asking' ? 'closed' : current))}
          />
        )}
        {typeof state === 'object' && (
          <>
            <h3 tabIndex={-1}>{hadCodes ? t.codesTitle : t.codesTitleFirst}</h3>
            {hadCodes && <p>{t.replaced}</p>}
            <RecoveryCodes codes={state} email={me.email} onSaved={() => setState('closed')} />
          </>
        )}
      </div>
    </Fold>
  )
}

function CodesLeft({ onCreate }: { onCreate: () => void }) {
  const t = useMessages(recoveryCodesMessages)
  const { mfa } = useAccount()
  const left = mfa.recoveryCodesLeft
  const text = left === 0 ? t.none : t.left({ count: left })
  const hasApp = mfa.totp && !mfa.disabled
  const hasPasskey = (mfa.passkeys ?? 0) > 0
  const mayCreate = hasApp || hasPasskey
  return (
    <>
      {left <= fewCodes && (
        <Notice kind="warning" title={text}>
          {mayCreate && (left === 0 ? t.fewFirst : t.few)}
        </Notice>
      )}
      {mayCreate && (
        <Button className="at-start" onClick={onCreate}>
          {left === 0 ? t.makeFirst : t.make}
        </Button>
      )}
    </>
  )
}

type CreateProps = {
  renew: RenewCall
  hasCodes: boolean
  onCreated: (codes: string[]) => void
  onClose: () => void
}

function CreateCodes({ renew, hasCodes, onCreated, onClose }: CreateProps) {
  const t = useMessages(recoveryCodesMessages)
  const renewAccount = useAccountRenewal()

  async function create(): Promise<void> {
    const { recoveryCodes } = await call(renew, { body: {} })
    renewAccount()
    onCreated(recoveryCodes)
  }

  return (
    <Suspense>
      <ConfirmAction
        title={hasCodes ? t.ask : t.askFirst}
        action={hasCodes ? t.confirm : t.confirmFirst}
        run={create}
        onClose={onClose}
        onDone={() => undefined}
        failed={t.failed}
      >
        <p>{hasCodes ? t.askText : t.askFirstText}</p>
      </ConfirmAction>
    </Suspense>
  )
}

/** Moves the focus to the new content after each step, because the clicked button is gone. */
function useFocus(isShowingCodes: boolean) {
  const heading = useRef<HTMLButtonElement>(null)
  const container = useRef<HTMLDivElement>(null)
  const previous = useRef(isShowingCodes)

  useEffect(() => {
    if (previous.current === isShowingCodes) return
    previous.current = isShowingCodes
    const next = container.current?.querySelector<HTMLElement>('h3') ?? heading.current
    next?.focus()
  }, [isShowingCodes])

  return [heading, container] as const
}
