import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { LoggedIn } from '#contract/me.ts'
import type { Reply } from '#contract/endpoint.ts'
import type { AssertionOptions, PasskeyAssertion } from '#contract/passkey.ts'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import { call } from '#web/api.ts'
import { useAfterHydration, useHydrated } from '#web/hydrated.ts'
import { useMessages } from '#web/locale.ts'
import { PageTitle } from '#web/page-title.tsx'
import {
  canSuggestPasskeys,
  canUsePasskeys,
  getPasskey,
  signalLogin,
  signalUnknownPasskey,
} from '#web/passkeys.ts'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { PasswordField } from '#web/ui/fields.tsx'
import { Form, onCode, SubmitButton, useForm } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { verifyAdminCode } from './admin-contract.ts'
import { verifyCode } from './contract.ts'
import { messages } from './texts/messages.ts'
import * as contract from './passkey-contract.ts'

/** Interval in milliseconds for renewal of the signed options, shorter than their lifetime. */
const renewMs = 25 * 60 * 1000

type Ceremony = {
  begin: () => Promise<AssertionOptions>
  finish: (assertion: PasskeyAssertion) => Promise<void>
  /** True if the login form suggests passkeys, too. */
  isSuggested?: boolean
}

type LoginProps = { onPassword: () => void }

/** Suggests passkeys in the form of a user login, and shows a button for them. */
export function UserPasskey({
  onDone,
  onPassword,
}: LoginProps & { onDone: (reply: LoggedIn) => void }) {
  return (
    <Passkey
      isSuggested
      begin={() => call(contract.beginPasskeyLogin, { body: {} })}
      finish={async (response) => {
        const reply = await call(contract.passkeyLogin, { body: { response } })
        if (reply.next === 'verify-mfa') return onPassword()
        onDone(reply)
      }}
    />
  )
}

export function AdminPasskey({ onDone, onPassword }: LoginProps & { onDone: () => void }) {
  return (
    <Passkey
      isSuggested
      begin={() => call(contract.beginAdminPasskeyLogin, { body: {} })}
      finish={async (response) => {
        const reply = await call(contract.adminPasskeyLogin, { body: { response } })
        if (reply.next === 'verify-mfa') return onPassword()
        signalLogin(reply.passkeys, reply.admin)
        onDone()
      }}
    />
  )
}

/** Asks for a passkey as the second step of a login. */
export function UserSecondPasskey({ onDone }: { onDone: (reply: LoggedIn) => void }) {
  return (
    <Passkey
      begin={() => call(contract.beginSecondPasskey, { body: {} })}
      finish={async (passkey) => onDone(await call(verifyCode, { body: { passkey } }))}
    />
  )
}

export function AdminSecondPasskey({ onDone }: { onDone: () => void }) {
  return (
    <Passkey
      begin={() => call(contract.beginSecondAdminPasskey, { body: {} })}
      finish={async (passkey) => {
        const { passkeys, admin } = await call(verifyAdminCode, { body: { passkey } })
        signalLogin(passkeys, admin)
        onDone()
      }}
    />
  )
}

type PasswordProps = { onExpired: () => void }

/** Asks for the password after a passkey that is only one of two factors. */
export function UserPasswordAfter(props: PasswordProps & { onDone: (reply: LoggedIn) => void }) {
  return (
    <>
      <PasswordTitle />
      <UserPasswordForm {...props} />
    </>
  )
}

/** The password form without a title, for a dialog. */
export function UserPasswordForm(props: PasswordProps & { onDone: (reply: LoggedIn) => void }) {
  return <PasswordForm endpoint={verifyCode} {...props} />
}

export function AdminPasswordAfter(props: PasswordProps & { onDone: () => void }) {
  return (
    <>
      <PasswordTitle />
      <PasswordForm endpoint={verifyAdminCode} {...props} />
    </>
  )
}

function PasswordTitle() {
  return <PageTitle>{useMessages(messages).passwordTitle}</PageTitle>
}

type SecondStep = typeof verifyCode | typeof verifyAdminCode

function PasswordForm<E extends SecondStep>({
  endpoint,
  onDone,
  onExpired,
}: PasswordProps & { endpoint: E; onDone: (reply: Reply<E>) => void }) {
  const t = useMessages(messages)
  const form = useForm(
    endpoint,
    { ...t, invalidCredentials: t.wrongPassword },
    {
      initial: { password: '' },
      places: { [errorCodes.invalidCredentials]: 'password' },
      onDone,
      onRefused: onCode(errorCodes.loginExpired, onExpired),
    },
  )
  return (
    <Form form={form}>
      <PasswordField form={form} name="password" autoComplete="current-password" />
      <SubmitButton form={form}>{t.logIn}</SubmitButton>
    </Form>
  )
}

type PasskeyFailure = 'no-passkey' | { error: unknown }

/**
 * Requests passkeys; each request aborts the previous one. A request that ends without a passkey is shown as a failure
 * only if the user started it.
 */
function useRequests({ begin, finish }: Ceremony, setFailure: (failure: PasskeyFailure) => void) {
  const controller = useRef<AbortController>(undefined)

  async function ask({ isSuggested }: { isSuggested: boolean }): Promise<void> {
    controller.current?.abort()
    const request = new AbortController()
    controller.current = request
    try {
      await askWith(request.signal, isSuggested)
    } finally {
      // Marks the request as finished (`isIdle`), so that focusing the field restarts the suggestions.
      if (!isSuggested) request.abort()
    }
  }

  async function askWith(signal: AbortSignal, isSuggested: boolean): Promise<void> {
    const options = await begin()
    if (signal.aborted) return
    const assertion = await getPasskey(options, { signal, isSuggested })
    if (!assertion) {
      if (!isSuggested && !signal.aborted) setFailure('no-passkey')
      return
    }
    try {
      await finish(assertion)
    } catch (error) {
      if (isUnknownPasskey(error)) signalUnknownPasskey(options.rpId, assertion.id)
      throw error
    }
  }

  return {
    ask,
    stop: () => controller.current?.abort(),
    isIdle: () => controller.current?.signal.aborted ?? true,
  }
}

/**
 * Controls the browser's suggestions in the field whose `autocomplete` contains `webauthn`: a submit ends them, and
 * focusing the field restarts them.
 */
function useSuggestions(
  { isSuggested = false }: Ceremony,
  { ask, stop, isIdle }: ReturnType<typeof useRequests>,
  setFailure: (failure: PasskeyFailure) => void,
): void {
  const suggest = useEffectEvent(() => {
    if (!isSuggested) return
    // Shows only errors of the API, because the user did not start this request. The button tries again.
    canSuggestPasskeys()
      .then((isPossible) => (isPossible ? ask({ isSuggested: true }) : undefined))
      .catch((error: unknown) => {
        if (error instanceof Refusal) setFailure({ error })
      })
  })
  const end = useEffectEvent(() => stop())
  const resume = useEffectEvent(({ target }: FocusEvent) => {
    if (isIdle() && target instanceof Element && target.matches('[autocomplete~=webauthn]'))
      suggest()
  })

  useEffect(() => {
    const abort = () => end()
    const onFocus = (event: FocusEvent) => resume(event)
    suggest()
    const timer = setInterval(() => suggest(), renewMs)
    document.addEventListener('submit', abort)
    document.addEventListener('focusin', onFocus)
    return () => {
      abort()
      clearInterval(timer)
      document.removeEventListener('submit', abort)
      document.removeEventListener('focusin', onFocus)
    }
  }, [])
}

function Passkey(ceremony: Ceremony) {
  const t = useMessages(messages)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<PasskeyFailure>()
  const requests = useRequests(ceremony, setFailure)
  useSuggestions(ceremony, requests, setFailure)
  // The server renders the button: whether the browser knows passkeys shows only after hydration.
  const isUnsupported = useAfterHydration(() => !canUsePasskeys())
  const isHydrated = useHydrated()

  function press(): void {
    setBusy(true)
    setFailure(undefined)
    requests
      .ask({ isSuggested: false })
      .catch((error: unknown) => setFailure({ error }))
      .finally(() => setBusy(false))
  }

  if (isUnsupported) return null
  return (
    <>
      {typeof failure === 'object' && <Failure error={failure.error} texts={t} />}
      {failure === 'no-passkey' && <Notice kind="warning">{t.noPasskey}</Notice>}
      <Button variant="secondary" inert={!isHydrated} isPending={isBusy} onClick={press}>
        {t.usePasskey}
      </Button>
    </>
  )
}

function isUnknownPasskey(error: unknown): boolean {
  return error instanceof Refusal && error.faults.some(({ rule }) => rule === 'unknownPasskey')
}
