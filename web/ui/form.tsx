import { useEffect, useId, useState, type ReactNode } from 'react'
import { ApprovalAsked } from '#contract/call.ts'
import type { CallInput, Endpoint, Reply } from '#contract/endpoint.ts'
import { Refusal } from '#contract/refusal.ts'
import { call } from '../api.ts'
import { useTextOf } from './failure.tsx'
import { fieldMessages } from './texts/messages.ts'
import { faultsOfError, faultsOfValues, type Faults } from './form-faults.ts'
import {
  emptyWrongPasswords,
  useFaults,
  useHeldValue,
  useOneAtATime,
  useValues,
  type FormOptions,
  type FormState,
  type Typed,
  type Values,
} from './form-state.ts'
import { afterPointerUp } from '../after-pointer-up.ts'
import { isHandledByPage } from '../session.ts'
import { FormSummary } from './form-summary.tsx'
import { useHydrated } from '../hydrated.ts'
import { useMessages } from '../locale.ts'
import { Button } from './button.tsx'
import { closeSnackbar } from './snackbar.tsx'

/** Time in milliseconds after which the form offers to stop waiting for the response. */
const patienceMs = 4000

/** An endpoint with everything that a call needs except the body, which the form adds. */
export type Target<Answer> = {
  endpoint: Endpoint
  send: (body: unknown, signal?: AbortSignal) => Promise<Answer>
}

type InputOf<E extends Endpoint> = Pick<CallInput<E>, 'params' | 'headers'>

/** Returns a target that calls the endpoint with these parameters. */
export function targetOf<const E extends Endpoint>(
  endpoint: E,
  { params, headers }: InputOf<E>,
): Target<Reply<E>> {
  return {
    endpoint,
    send: (body, signal) => {
      // An endpoint without a schema for the body gets no body.
      const input: object = { params, headers, ...(endpoint.body && { body }) }
      return call(endpoint, input as CallInput<E>, { signal })
    },
  }
}

/** Returns the input of a call that changes this version of a record. */
export function versionInput({ id, etag }: { id: string; etag: string }) {
  return { params: { id }, headers: { 'if-match': etag } }
}

/**
 * Creates the state of a form for one endpoint. The endpoint's schema checks the fields; `t` contains the labels, hints
 * and errors by name.
 */
export function useForm<const E extends Endpoint, V extends Values, Key extends string>(
  endpoint: E,
  t: Readonly<Record<Key, unknown>>,
  { params, headers, ...options }: FormOptions<V, Reply<E>> & Partial<InputOf<E>>,
): FormState<keyof V & string, Key, Typed<V>> {
  return useFormOf(targetOf(endpoint, { params, headers } as InputOf<E>), t, options)
}

/** Creates the state of a form for a target, such as the endpoint that adds a record or the one that changes it. */
export function useFormOf<Answer, V extends Values, Key extends string>(
  { endpoint, send: sendBody }: Target<Answer>,
  t: Readonly<Record<Key, unknown>>,
  options: FormOptions<V, Answer>,
): FormState<keyof V & string, Key, Typed<V>> {
  const { initial, toBody, onDone, onAsked, onRefused, summaryFrom = 2 } = options
  const id = useId()
  const textOf = useTextOf(t)
  const { read, ...input } = useValues(id, `${endpoint.method} ${endpoint.path}`, initial)
  const { show, correct, ...faultState } = useFaults(id, read, summaryFrom)
  const { hold, findFaults, isFaultless, isComplete } = useChecks(endpoint, options, { read, show })
  const [send, isSending, stopWaiting] = useOneAtATime(async (signal) => {
    if (!(await isComplete(signal))) return
    const typed = read()
    try {
      onDone(await sendBody(toBody?.(typed) ?? typed, signal), typed, read())
      show({ fields: {} })
    } catch (error) {
      if (error instanceof ApprovalAsked && onAsked) return onAsked(error, typed)
      // The page shows its own dialog, and the form keeps the typed input.
      if (isHandledByPage(error)) return
      if (error instanceof Refusal && onRefused?.(error)) return
      const faults = faultsOfError(error, typed, textOf, options.places)
      emptyWrongPasswords(id, faults)
      // `emptyWrongPasswords` fires no input event.
      input.onInput()
      show(faults)
    }
  })
  return {
    id,
    ...input,
    hold,
    ...faultState,
    textOf,
    messages: t,
    summaryFrom,
    isSending,
    stopWaiting,
    onBlur: ({ relatedTarget }) => {
      // A link in the summary must not disappear while it is being clicked.
      if (relatedTarget?.closest('[data-summary]')) return
      if (faultState.attempt > 0 && !isSending) afterPointerUp(() => correct(read(), findFaults()))
    },
    onSubmit: (event) => {
      event.preventDefault()
      if (isSending) return
      closeSnackbar()
      if (isFaultless()) send()
    },
  }
}

type CheckOptions<V extends Values> = {
  read: () => Typed<V>
  show: (faults: Faults) => void
}

/** Checks the values on submit, and again once the value that the submit waits for has arrived. */
function useChecks<V extends Values>(
  { body }: Endpoint,
  { toBody, check }: Pick<FormOptions<V, never>, 'toBody' | 'check'>,
  { read, show }: CheckOptions<V>,
) {
  const { hold, withoutHeld, arrival } = useHeldValue<keyof V & string>()

  function findFaults(): Faults['fields'] {
    const typed = read()
    return faultsOfValues(typed, body, toBody?.(typed), check?.(typed) ?? [])
  }

  /** Shows the errors of the fields. Returns true if there are none. */
  function isFaultless(fields = withoutHeld(findFaults())): boolean {
    show({ fields })
    return Object.keys(fields).length === 0
  }

  const isComplete = async (signal: AbortSignal) =>
    (await arrival(signal)) && isFaultless(findFaults())

  return { hold, findFaults, isFaultless, isComplete }
}

/** Returns an `onRefused` callback that runs `action` on one error code. */
export function onCode(errorCode: number, action: () => void): (refusal: Refusal) => boolean {
  return ({ code }) => {
    if (code === errorCode) action()
    return code === errorCode
  }
}

type FormProps<Name extends string> = {
  form: FormState<Name>
  title?: string
  /** Text that names the failed action above the reason of a failure. */
  failed?: string
  children: ReactNode
}

export function Form<Name extends string>({ form, title, failed, children }: FormProps<Name>) {
  return (
    <form
      id={form.id}
      className="stack-5"
      method="post"
      noValidate
      aria-busy={form.isSending}
      onInput={form.onInput}
      onBlur={form.onBlur}
      onSubmit={form.onSubmit}
    >
      {title !== undefined && <h2>{title}</h2>}
      <FormSummary form={form} failed={failed} />
      {children}
    </form>
  )
}

/** A submit button. Disabled only until hydration: while sending, a disabled button would lose the focus. */
export function SubmitButton<Name extends string>({
  form,
  variant = 'primary',
  children,
}: FormProps<Name> & { variant?: 'primary' | 'danger' }) {
  const t = useMessages(fieldMessages)
  const isHydrated = useHydrated()
  return (
    <>
      <Button type="submit" variant={variant} disabled={!isHydrated} isPending={form.isSending}>
        {form.isSending ? t.sending : children}
      </Button>
      {form.isSending && <StopWaiting onStop={form.stopWaiting} />}
    </>
  )
}

/** A button that appears if the response takes longer than `patienceMs`. */
export function StopWaiting({ onStop }: { onStop: () => void }) {
  const t = useMessages(fieldMessages)
  const [isLong, setLong] = useState(false)

  useEffect(() => {
    const timer = setTimeout(() => setLong(true), patienceMs)
    return () => clearTimeout(timer)
  }, [])

  if (!isLong) return null
  return (
    <Button variant="quiet" onClick={onStop}>
      {t.stopWaiting}
    </Button>
  )
}
