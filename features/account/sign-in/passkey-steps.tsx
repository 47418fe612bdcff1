import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import type { AssertionOptions, PasskeyAssertion } from '#contract/passkey.ts'
import { errorCodes, Refusal } from '#contract/refusal.ts'
import { useAfterHydration, useHydrated } from '#web/hydrated.ts'
import { useMessages } from '#web/locale.ts'
import { PageTitle } from '#web/page-title.tsx'
import {
  canSuggestPasskeys,
  canUsePasskeys,
  getPasskey,
  signalUnknownPasskey,
} from '#web/passkeys.ts'
import { Button } from '#web/ui/button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { PasswordField } from '#web/ui/fields.tsx'
import { Form, onCode, SubmitButton, useForm } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { verifyAdminCode } from './admin-contract.ts'
import type { verifyCode } from './contract.ts'
import { messages } from './texts/messages.ts'

/** Interval in milliseconds for renewal of the signed options, shorter than their lifetime. */
const renewMs = 25 * 60 * 1000

export type LoginProps = { onPassword: () => void }

type Ceremony = {
  /** The texts of the button and of its errors. */
  texts: ReturnType<typeof useMessages<typeof messages>>
  begin: () => Promise<AssertionOptions>
  finish: (assertion: PasskeyAssertion) => Promise<void>
  /** True if the login form suggests passkeys, too. */
  isSuggested?: boolean
}

export type PasswordProps = { onExpired: () => void }

/** The title of the page that asks for the password after a passkey. */
export function PasswordTitle() {
  return <PageTitle>{useMessages(messages).passwordTitle}</PageTitle>
}

type SecondStep = typeof verifyCode | typeof verifyAdminCode

/** Asks for the password after a passkey that is only one of two factors. */
export function PasswordForm<E extends SecondStep>({
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

/** A button that asks the browser for a passkey. */
export function Passkey(ceremony: Ceremony) {
  const t = ceremony.texts
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
