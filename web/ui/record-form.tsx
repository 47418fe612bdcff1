import { Suspense, useState, type ReactNode } from 'react'
import type { TextWith } from '#contract/text.ts'
import { errorCodes, type Refusal } from '#contract/refusal.ts'
import { lazyPart, loadChunk } from '../lazy.tsx'
import { Button } from './button.tsx'
import {
  read,
  show,
  type Codecs,
  type ControlsOf,
  type CodecBody,
  type CodecRecord,
} from './codecs.ts'
import { ConfirmDialog } from './confirm.tsx'
import { Form, SubmitButton, useFormOf, type Target } from './form.tsx'
import type { FormOptions, FormState } from './form-state.ts'
import type { MergeProps } from './merge.tsx'
import type { MergeState } from './merge-fields.ts'
import { Notice } from './notice.tsx'
import { PlacedSaveBar } from './save-bar.tsx'
import { UnsavedGuard } from './unsaved-guard.tsx'

const MergeFields = lazyPart(async () => (await import('./merge.tsx')).MergeFields)

type Conflict = { by: string | undefined }

/** Remembers a conflict: another admin saved the record first (error 409001). `by` is their name, if it is known. */
export function useConflict() {
  const [conflict, setConflict] = useState<Conflict>()
  function onRefused(refusal: Refusal): boolean {
    if (refusal.code !== errorCodes.changedMeanwhile) return false
    setConflict({ by: refusal.faults[0]?.by })
    return true
  }
  return { conflict, onRefused }
}

/** Texts of a conflict. Each feature has its own, because grammatical gender differs by record and language. */
type ConflictTexts = {
  changedBy: TextWith<{ name: string }>
  changedBySomebody: string
  reload: string
}

type ConflictProps = {
  conflict: Conflict | undefined
  onReload: () => void
  t: ConflictTexts
  /** Ways to solve the conflict, in place of loading the latest record. */
  children?: ReactNode
}

export function ConflictNotice({ conflict, onReload, t, children }: ConflictProps) {
  if (!conflict) return null
  const { by } = conflict
  return (
    <Notice kind="warning">
      <p>{by === undefined ? t.changedBySomebody : t.changedBy({ name: by })}</p>
      {children ?? <Button onClick={onReload}>{t.reload}</Button>}
    </Notice>
  )
}

type RecordOptions<F extends Codecs, Answer> = Omit<
  FormOptions<ControlsOf<F>, Answer>,
  'initial' | 'toBody'
> & {
  /** The fields of the form, which are those of the body of the endpoint that adds a record. */
  fields: F
  /** The record, or the initial values of a new one that are not blank. */
  values: Partial<CodecRecord<F>>
  /** Sets fields of the body that depend on several controls. */
  body?: (read: CodecBody<F>) => Partial<CodecBody<F>>
  /** Loads what another admin has saved, and the target that replaces it. Without it, a conflict discards the changes. */
  findLatest?: () => Promise<{ values: Partial<CodecRecord<F>>; target: Target<Answer> }>
}

/** Returns the form of a new or existing record, its conflict if any, and whether it has unsaved changes. */
export function useRecordForm<F extends Codecs, Answer, Key extends string>(
  target: Target<Answer>,
  t: Readonly<Record<Key, unknown>>,
  { fields, values, body, findLatest, ...options }: RecordOptions<F, Answer>,
) {
  const { conflict, onRefused: onConflict } = useConflict()
  const [initial] = useState(() => show(fields, values))
  // The record is read again after a save; until then, its form is changed but not dirty.
  const [savedValues, setSavedValues] = useState<object>()
  const [latest, setLatest] = useState<{ target: Target<Answer>; merge: MergeState }>()
  const merge = async () => {
    if (!findLatest) return
    const [{ beginMerge }, { values: saved, target: latestTarget }] = await Promise.all([
      loadChunk(() => import('./merge-fields.ts')),
      findLatest(),
    ])
    const base = latest?.merge.theirs ?? initial
    const state = beginMerge(form as FormState, base, show(fields, saved))
    setLatest({ target: latestTarget, merge: state })
  }
  const form = useFormOf(latest?.target ?? target, t, {
    ...options,
    initial,
    toBody: (typed) => {
      const fieldValues = read(fields, typed)
      return acceptedFields(target, { ...fieldValues, ...body?.(fieldValues) })
    },
    onDone: (...result) => {
      setSavedValues(form.values)
      options.onDone(...result)
    },
    onRefused: (refusal) => {
      const isConflict = onConflict(refusal)
      // If the latest record does not load, the conflict offers to load it again.
      if (isConflict) merge().catch(() => undefined)
      return isConflict || options.onRefused?.(refusal) === true
    },
  })
  const isDirty = form.isChanged && !form.isSending && form.values !== savedValues
  const onDecided = (open: readonly string[]) =>
    setLatest((before) => before && { ...before, merge: { ...before.merge, open } })
  return { form, conflict, isDirty, merge: latest?.merge, onDecided }
}

/** Returns the fields that the endpoint accepts: only a new record has a field such as its id. */
function acceptedFields({ endpoint: { body } }: Target<unknown>, fieldValues: object): object {
  const shape = body && 'shape' in body && typeof body.shape === 'object' ? body.shape : null
  return Object.fromEntries(Object.entries(fieldValues).filter(([name]) => shape && name in shape))
}

/** A question that the user must confirm before a submit. */
export type Question = { title: string; action: string; text: ReactNode }

/** Asks the question, if there is one, before the form is submitted. */
export function useQuestion<Form extends Pick<FormState, 'id' | 'onSubmit'>>(
  form: Form,
  question: Question | undefined,
) {
  const [isAsking, setAsking] = useState(false)
  const guarded: Form = {
    ...form,
    onSubmit: (event) => {
      // While asking, this is the submit by the button of the dialog.
      if (isAsking || !question) {
        setAsking(false)
        return form.onSubmit(event)
      }
      event.preventDefault()
      setAsking(true)
    },
  }
  const dialog = isAsking && question && (
    <ConfirmDialog
      title={question.title}
      action={question.action}
      isDangerous
      onClose={() => setAsking(false)}
      submits={form.id}
    >
      {question.text}
    </ConfirmDialog>
  )
  return { guarded, dialog }
}

type DeactivationTexts = {
  askTitle: TextWith<{ name: string }>
  askText: string
  deactivate: string
}

/**
 * Returns the question before an active record is deactivated, or undefined if the form (`isActive`) does not do that.
 * `effect` describes the consequences, with numbers.
 */
export function deactivation(
  record: { name: string; active: boolean } | undefined,
  isActive: boolean,
  effect: string,
  t: DeactivationTexts,
): Question | undefined {
  if (!record?.active || isActive) return undefined
  return {
    title: t.askTitle({ name: record.name }),
    action: t.deactivate,
    text: (
      <>
        <p>{t.askText}</p>
        <p>
          <strong>{effect}</strong>
        </p>
      </>
    ),
  }
}

type RecordFormTexts = ConflictTexts & {
  leaveText: string
  unsaved: string
  save: string
  cancel: string
}

type Props<Name extends string> = Omit<ConflictProps, 't'> & {
  form: FormState<Name>
  isDirty: boolean
  /** Discards the changes. */
  onCancel: () => void
  /** Label of the submit button of a new record; an existing one has a save bar. */
  submit?: string | undefined
  question?: Question | undefined
  /** The fields to decide after a conflict. */
  merge?: MergeState | undefined
  onDecided?: MergeProps['onDecided']
  describe?: MergeProps['describe']
  labels?: MergeProps['labels']
  area?: 'user' | 'admin'
  t: RecordFormTexts
  children?: ReactNode
}

/** The form of a record, with conflicts, a save bar and a warning before unsaved changes are left. */
export function RecordForm<Name extends string>(props: Props<Name>) {
  const { form, conflict, isDirty, onCancel, submit, question, area = 'admin', t } = props
  const { merge, onDecided, describe, labels, onReload } = props
  const { guarded, dialog } = useQuestion(form, question)
  const hasBar = submit === undefined && (isDirty || form.isSending || conflict !== undefined)
  return (
    <>
      <Form form={guarded}>
        {props.children}
        <ConflictNotice {...{ conflict, onReload, t }}>
          {merge && onDecided && (
            <Suspense fallback={null}>
              <MergeFields
                form={form as FormState}
                onNothingLeft={onReload}
                {...{ merge, onDecided, describe, labels }}
              />
            </Suspense>
          )}
        </ConflictNotice>
        {submit !== undefined && (
          <div className="button-row">
            <SubmitButton form={form}>{submit}</SubmitButton>
          </div>
        )}
      </Form>
      {dialog}
      {hasBar && (
        <PlacedSaveBar
          form={form}
          t={t}
          isBlocked={conflict !== undefined && (!merge || merge.open.length > 0)}
          onCancel={conflict ? onReload : onCancel}
        />
      )}
      <UnsavedGuard area={area} isDirty={isDirty} text={t.leaveText} />
    </>
  )
}
