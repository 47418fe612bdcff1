import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Settings } from '#contract/settings.ts'
import { fieldMessages } from '../ui/texts/messages.ts'
import { humanCheckFrameMessages } from './texts/messages.ts'
import { FieldFault } from '../ui/field.tsx'
import { idOf, type FormState } from '../ui/form-state.ts'
import type { MountHumanCheck } from './altcha.ts'
import styles from './human-check.module.css'
import { useGap, useLocale, useMessages } from '../locale.ts'
import { checkOutdated } from '../outdated.ts'
import { settings } from '../settings.ts'
import { Button } from '../ui/button.tsx'

const kinds: Record<Settings['humanCheck']['kind'], () => Promise<MountHumanCheck>> = {
  altcha: async () => (await import('./altcha.ts')).mountAltcha,
}

type Props<Name extends string> = {
  form: FormState<Name>
  name: Name
  /** True if the form has no other field: the check then loads immediately. */
  isOnly?: boolean
}

/** The check that the user is human. It loads when the form receives focus. */
export function HumanCheck<Name extends string>({ form, name, isOnly = false }: Props<Name>) {
  const { retry: retryText } = useMessages(fieldMessages)
  const gap = useGap()
  const t = useMessages(humanCheckFrameMessages)
  const container = useRef<HTMLDivElement>(null)
  const proof = useProof(form, name)
  const isWanted = useWasFocused(form.id) || isOnly || proof.isAwaited
  const { stage, retry } = useMountedCheck(container, isWanted, form.isSending, proof)
  // The error is outdated once the proof has arrived.
  const isOutdated = form.faults.fields[name] === 'humanCheckMissing' && form.values[name] !== ''

  return (
    <div
      id={idOf(form, name)}
      tabIndex={-1}
      className={styles.check}
      role="group"
      aria-label={t.humanCheck}
    >
      <div ref={container} hidden={stage === 'failed'} />
      {stage === 'loading' && <p className="line-2 tall soft">{t.humanCheckLoading}</p>}
      {stage === 'failed' && (
        <p role="alert" className="wrong">
          {t.humanCheckBlocked({ host: location.host })}
          {gap}
          <Button variant="quiet" onClick={retry}>
            {retryText}
          </Button>
        </p>
      )}
      {!isOutdated && <FieldFault form={form} name={name} />}
    </div>
  )
}

/** State of the check. `waiting` means that it is not needed yet. */
type Stage = 'waiting' | 'loading' | 'shown' | 'failed'

/** `isAwaited` is true after the first submit. `stopWaiting` lets a submit that waits for the proof continue. */
type Proof = { isAwaited: boolean; set: (payload: string) => void; stopWaiting: () => void }

/** Delays a submit until the check has a proof or has failed, so that an early click on the button is not lost. */
function useProof<Name extends string>(form: FormState<Name>, name: Name): Proof {
  const [isAwaited, setAwaited] = useState(false)
  // Undefined while there is nothing to wait for.
  const arrival = useRef<PromiseWithResolvers<void> | undefined>(Promise.withResolvers<void>())
  const hold = useEffectEvent(() =>
    form.hold(name, () => {
      setAwaited(true)
      return arrival.current?.promise ?? Promise.resolve()
    }),
  )

  useEffect(() => hold(), [])

  function stopWaiting(): void {
    arrival.current?.resolve()
    arrival.current = undefined
  }

  function set(payload: string): void {
    form.set(name, payload)
    if (payload === '') arrival.current ??= Promise.withResolvers<void>()
    else stopWaiting()
  }

  return { isAwaited, set, stopWaiting }
}

/** Mounts the check. Each submit mounts a new one, because a proof is valid for one request only. */
function useMountedCheck(
  container: { readonly current: HTMLElement | null },
  isWanted: boolean,
  isSending: boolean,
  proof: Proof,
) {
  const { locale } = useLocale()
  const { kind, siteKey } = settings().humanCheck
  const [stage, setStage] = useState<Stage>('waiting')
  const [retryCount, setRetryCount] = useState(0)
  const submitCount = useSubmitCount(isSending)
  const setPayload = useEffectEvent(proof.set)
  const fail = useEffectEvent(() => {
    void checkOutdated()
    proof.stopWaiting()
    setStage('failed')
  })

  useEffect(() => {
    const element = container.current
    if (!isWanted || !element) return undefined
    let unmount: (() => void) | undefined
    let isUnmounted = false
    async function start(element: HTMLElement): Promise<void> {
      const mount = await kinds[kind]()
      if (isUnmounted) return
      setPayload('')
      unmount = mount(element, { locale, siteKey, onPayload: setPayload, onFailed: fail })
      setStage('shown')
    }
    start(element).catch(fail)
    return () => {
      isUnmounted = true
      unmount?.()
    }
    // oxlint-disable-next-line react/exhaustive-deps -- a retry and each submit mount a new check
  }, [isWanted, locale, retryCount, submitCount, kind, siteKey, container])

  function retry(): void {
    setStage('loading')
    setRetryCount((count) => count + 1)
  }

  return { stage: stage === 'waiting' && isWanted ? 'loading' : stage, retry }
}

/** Returns the number of finished submits. */
function useSubmitCount(isSending: boolean): number {
  const [last, setLast] = useState({ isSending, ended: 0 })
  if (last.isSending !== isSending) {
    setLast({ isSending, ended: last.ended + (isSending ? 0 : 1) })
  }
  return last.ended
}

/** Returns true once the form has had the focus. */
function useWasFocused(formId: string): boolean {
  const [isFocused, setFocused] = useState(false)
  useEffect(() => {
    const form = document.getElementById(formId)
    const onFocus = () => setFocused(true)
    // The form may have received focus before hydration.
    if (form?.contains(document.activeElement)) onFocus()
    form?.addEventListener('focusin', onFocus, { once: true })
    return () => form?.removeEventListener('focusin', onFocus)
  }, [formId])
  return isFocused
}
