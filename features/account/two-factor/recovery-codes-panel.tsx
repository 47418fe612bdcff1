import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { counted } from '#contract/locale.ts'
import { CodeField } from '#web/ui/code-field.tsx'
import { Form, SubmitButton, useForm } from '#web/ui/form.tsx'
import { useLocale, useMessages } from '#web/locale.ts'
import { meQuery, useMe } from '#web/me.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { RecoveryCodes } from '#web/ui/recovery-codes.tsx'
import { renewCodes } from './contract.ts'
import { recoveryCodesMessages } from './messages.ts'
import styles from './recovery-codes-panel.module.css'

const fewCodes = 3

/** Shows how many codes are left, and creates ten new ones after step-up with a one-time code. */
export function RecoveryCodesPanel() {
  const t = useMessages(recoveryCodesMessages)
  const me = useMe()
  const [state, setState] = useState<'closed' | 'asking' | string[]>('closed')
  const [hadCodes, setHadCodes] = useState(false)
  const [heading, place] = useFocus(state)

  function ask(): void {
    setHadCodes(me.mfa.recoveryCodesLeft > 0)
    setState('asking')
  }

  return (
    <Panel title={t.title} intro={t.text} headingRef={heading}>
      <div ref={place} className={styles.place}>
        {state === 'closed' && <CodesLeft onCreate={ask} />}
        {state === 'asking' && (
          <CreateCodesForm
            hasCodes={hadCodes}
            onCreated={setState}
            onCancel={() => setState('closed')}
          />
        )}
        {typeof state === 'object' && (
          <>
            <h3 tabIndex={-1}>{t.codesTitle}</h3>
            {hadCodes && <p>{t.replaced}</p>}
            <RecoveryCodes codes={state} email={me.email} onSaved={() => setState('closed')} />
          </>
        )}
      </div>
    </Panel>
  )
}

function CodesLeft({ onCreate }: { onCreate: () => void }) {
  const t = useMessages(recoveryCodesMessages)
  const { locale } = useLocale()
  const { mfa } = useMe()
  const left = mfa.recoveryCodesLeft
  const text = left === 0 ? t.none : counted(t.left, left, locale)
  const canMake = mfa.totp && !mfa.disabled
  return (
    <>
      {left <= fewCodes ? (
        <Notice kind="warning" title={text}>
          {canMake && t.few}
        </Notice>
      ) : (
        <p>
          <strong>{text}</strong>
        </p>
      )}
      {canMake && (
        <Button className={styles.make} onClick={onCreate}>
          {t.make}
        </Button>
      )}
    </>
  )
}

type CreateProps = {
  hasCodes: boolean
  onCreated: (codes: string[]) => void
  onCancel: () => void
}

function CreateCodesForm({ hasCodes, onCreated, onCancel }: CreateProps) {
  const t = useMessages(recoveryCodesMessages)
  const queryClient = useQueryClient()
  const form = useForm(renewCodes, t, {
    empty: { otp: '' },
    onDone: ({ recoveryCodes }) => {
      void queryClient.invalidateQueries(meQuery)
      onCreated(recoveryCodes)
    },
  })
  return (
    <Form form={form}>
      <p>{hasCodes ? t.askText : t.askFirstText}</p>
      <CodeField form={form} name="otp" />
      <div className={styles.actions}>
        <Button onClick={onCancel}>{t.cancel}</Button>
        <SubmitButton form={form}>{t.confirm}</SubmitButton>
      </div>
    </Form>
  )
}

/** The pressed button is gone after each step: moves the focus to what replaced it. */
function useFocus(state: unknown) {
  const heading = useRef<HTMLHeadingElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const shown = useRef(state)

  useEffect(() => {
    if (shown.current === state) return
    shown.current = state
    const next = place.current?.querySelector<HTMLElement>('input, h3') ?? heading.current
    next?.focus()
  }, [state])

  return [heading, place] as const
}
