import { useState, type ReactNode } from 'react'
import type { TextWith } from '#contract/text.ts'
import { errorCodes, type Refusal } from '#contract/refusal.ts'
import { Button } from './button.tsx'
import { ConfirmDialog } from './confirm.tsx'
import { Form, SubmitButton } from './form.tsx'
import type { FormState } from './form-state.ts'
import { Notice } from './notice.tsx'
import { UnsavedGuard } from './unsaved-guard.tsx'

type Conflict = { by: string | undefined }

/** Remembers that another admin saved first (409001), and who it was. */
export function useConflict() {
  const [conflict, setConflict] = useState<Conflict>()
  function onRefused(refusal: Refusal): boolean {
    if (refusal.code !== errorCodes.changedMeanwhile) return false
    setConflict({ by: refusal.faults[0]?.by })
    return true
  }
  return { conflict, onRefused }
}

/** The grammatical gender differs by record and language, so each feature has its own texts. */
type ConflictWords = {
  changedBy: TextWith<{ name: string }>
  changedBySomebody: string
  reload: string
}

type ConflictProps = { conflict: Conflict | undefined; onReload: () => void; t: ConflictWords }

export function ConflictNotice({ conflict, onReload, t }: ConflictProps) {
  if (!conflict) return null
  const { by } = conflict
  return (
    <Notice kind="warning">
      {by === undefined ? t.changedBySomebody : t.changedBy({ name: by })}{' '}
      <Button variant="quiet" onClick={onReload}>
        {t.reload}
      </Button>
    </Notice>
  )
}

type Words = ConflictWords & {
  askTitle: TextWith<{ name: string }>
  askText: string
  deactivate: string
  leaveText: string
}

type Props<Name extends string> = Omit<ConflictProps, 't'> & {
  form: FormState<Name | 'active'>
  /** Undefined for a new record. */
  record: { name: string; active: boolean } | undefined
  /** What deactivating the record would end, with numbers. */
  effect: string
  isDirty: boolean
  /** The label of the submit button; undefined where a `SaveBar` has it. */
  submit?: string
  t: Words
  children?: ReactNode
}

/** Adds or changes a record: asks before it is deactivated, shows conflicts, guards unsaved changes. */
export function RecordForm<Name extends string>(props: Props<Name>) {
  const { form, record, effect, isDirty, submit, t, children } = props
  const [isAsking, setAsking] = useState(false)
  const asking: typeof form = {
    ...form,
    onSubmit: (event) => {
      if (isAsking || record?.active !== true || form.values.active !== false) {
        setAsking(false)
        return form.onSubmit(event)
      }
      event.preventDefault()
      setAsking(true)
    },
  }
  return (
    <>
      <Form form={asking}>
        {children}
        <ConflictNotice {...props} />
        {submit !== undefined && (
          <div className="button-row">
            <SubmitButton form={form}>{submit}</SubmitButton>
          </div>
        )}
      </Form>
      {isAsking && (
        <ConfirmDialog
          title={t.askTitle({ name: record?.name ?? '' })}
          action={t.deactivate}
          isDangerous
          onClose={() => setAsking(false)}
          submits={form.id}
        >
          <p>{t.askText}</p>
          <p>
            <strong>{effect}</strong>
          </p>
        </ConfirmDialog>
      )}
      <UnsavedGuard area="admin" isDirty={isDirty} text={t.leaveText} />
    </>
  )
}
