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

/** Records that another admin saved the record first (error 409001), and their name if the server reports it. */
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
  /** The saved record; undefined for a new one. */
  record: { name: string; active: boolean } | undefined
  /** Consequences of deactivating the record, with numbers. */
  effect: string
  isDirty: boolean
  /** Label of the submit button; undefined if a `SaveBar` has the button. */
  submit?: string
  t: Words
  children?: ReactNode
}

/** A form that adds or changes a record: confirms deactivation, shows conflicts and guards unsaved changes. */
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
