import { useState } from 'react'
import { fill } from '#contract/locale.ts'
import { machineScopeNames } from '#contract/machine.ts'
import { isCidr } from '#contract/network-rules.ts'
import { useMessages } from '#web/locale.ts'
import { ChoiceGroup } from '#web/ui/choice-group.tsx'
import { DayField, dayOf, endOfDay } from '#web/ui/day-field.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { Form, SubmitButton, useForm } from '#web/ui/form.tsx'
import { ConflictNotice, useConflict } from '#web/ui/record-form.tsx'
import { LinesField, linesOf } from '#web/ui/record-fields.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { UnsavedGuard } from '#web/ui/unsaved-guard.tsx'
import { addServiceAccount, changeServiceAccount, type ServiceAccount } from './contract.ts'
import { useScopeText } from './page.tsx'
import { messages } from './page-messages.ts'

type Props = {
  /** Undefined for a new one. */
  account: ServiceAccount | undefined
  onDone: (id: string) => void
  /** A second person decides. */
  onAsked: () => void
}

const dayMs = 24 * 60 * 60 * 1000

function valuesOf(account: ServiceAccount | undefined) {
  const end = account ? new Date(account.expiresAt) : new Date(Date.now() + 90 * dayMs)
  return {
    id: 'svc-',
    name: account?.name ?? '',
    scopes: '',
    jwks: account?.jwks ? JSON.stringify(account.jwks, null, 2) : '',
    jwksUri: account?.jwksUri ?? '',
    expiresAt: dayOf(end),
    allowedFrom: account?.allowedFrom.join('\n') ?? '',
    reason: '',
  }
}

/** The form of a service account, and whether something was changed. */
export function useServiceAccountForm({ account, onDone, onAsked }: Props) {
  const t = useMessages(messages)
  const { conflict, onRefused } = useConflict()
  const [empty] = useState(() => valuesOf(account))
  const [scopes, setScopes] = useState<readonly string[]>(account?.scopes ?? [])
  const form = useForm(
    // Both endpoints answer with the account; adding takes the id in its body and needs no etag.
    account ? changeServiceAccount : (addServiceAccount as unknown as typeof changeServiceAccount),
    t,
    {
      empty,
      ...(account && { params: { id: account.id }, headers: { 'if-match': account.etag } }),
      toBody: ({ id, jwks, jwksUri, expiresAt, allowedFrom, ...typed }) => ({
        ...typed,
        ...(!account && { id: String(id).trim() }),
        scopes,
        jwks: keysOf(String(jwks)),
        jwksUri: String(jwksUri).trim() || null,
        // The same day is the same moment.
        expiresAt:
          account && expiresAt === empty.expiresAt ? account.expiresAt : endOfDay(expiresAt),
        allowedFrom: linesOf(String(allowedFrom)),
      }),
      onRefused,
      onAsked,
      onDone: (saved, { name }) => {
        showSuccess(fill(account ? t.saved : t.added, { name: String(name) }))
        onDone(saved.id)
      },
    },
  )
  const isChanged =
    Object.entries(empty).some(([name, value]) => form.values[name as 'name'] !== value) ||
    scopes.toSorted().join() !== (account?.scopes ?? []).toSorted().join()
  return { form, conflict, scopes, setScopes, isDirty: isChanged && !form.isSending }
}

/** Text that is no JSON is sent as it is: the server says what is wrong with it. */
function keysOf(text: string): unknown {
  if (text.trim() === '') return null
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

type FormProps = Pick<Props, 'account'> & { onReload: () => void } & ReturnType<
    typeof useServiceAccountForm
  >

export function ServiceAccountForm(props: FormProps) {
  const { account, onReload, form, conflict, scopes, setScopes, isDirty } = props
  const t = useMessages(messages)
  const scopeText = useScopeText()
  return (
    <>
      <Form form={form}>
        <TextField form={form} name="name" autoComplete="off" />
        {!account && <TextField form={form} name="id" autoComplete="off" dir="ltr" />}
        <ChoiceGroup
          form={form}
          name="scopes"
          options={machineScopeNames.map((scope) => ({ id: scope, name: scopeText(scope) }))}
          chosen={scopes}
          onChoose={setScopes}
          empty=""
        />
        <LinesField form={form} name="jwks" rows={8} isOptional />
        <TextField form={form} name="jwksUri" autoComplete="off" dir="ltr" isOptional />
        <DayField form={form} name="expiresAt" isOptional={false} />
        <LinesField form={form} name="allowedFrom" rows={2} isOptional isRight={isCidr} />
        <TextField form={form} name="reason" autoComplete="off" isOptional />
        <ConflictNotice {...{ conflict, onReload, t }} />
        {!account && (
          <div className="button-row">
            <SubmitButton form={form}>{t.add}</SubmitButton>
          </div>
        )}
      </Form>
      <UnsavedGuard area="admin" isDirty={isDirty} text={t.leaveText} />
    </>
  )
}
