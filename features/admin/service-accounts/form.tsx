import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { MachineScope } from '#contract/machine.ts'
import { isCidr } from '#contract/network-rules.ts'
import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import { keysOf, textOf } from '#web/public-keys.ts'
import { DayField, dayOf, endOfDay } from '#web/ui/day-field.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { Form, SubmitButton, useForm } from '#web/ui/form.tsx'
import { ConflictNotice, useConflict } from '#web/ui/record-form.tsx'
import { LinesField, linesOf } from '#web/ui/record-fields.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { UnsavedGuard } from '#web/ui/unsaved-guard.tsx'
import {
  addServiceAccount,
  changeServiceAccount,
  getServiceAccountTerms,
  suggestServiceId,
  type ServiceAccount,
} from './contract.ts'
import { KeyFields, type KeyWay } from './key-fields.tsx'
import { listServiceAccounts } from './list-contract.ts'
import { messages } from './texts/messages.ts'
import { ScopeChoices } from './scope-choices.tsx'

type Props = {
  /** Undefined for a new account. */
  account: ServiceAccount | undefined
  onDone: (id: string) => void
  /** Called if a second admin must approve the change. */
  onAsked: () => void
}

const dayMs = 24 * 60 * 60 * 1000

function valuesOf(account: ServiceAccount | undefined) {
  const end = account ? new Date(account.expiresAt) : new Date(Date.now() + 90 * dayMs)
  return {
    id: 'svc-',
    name: account?.name ?? '',
    scopes: '',
    jwks: textOf(account?.jwks?.keys ?? []),
    jwksUri: account?.jwksUri ?? '',
    expiresAt: dayOf(end),
    allowedFrom: account?.allowedFrom.join('\n') ?? '',
    reason: '',
  }
}

/** Returns the form of a service account, and whether it has unsaved changes. */
export function useServiceAccountForm({ account, onDone, onAsked }: Props) {
  const t = useMessages(messages)
  const { conflict, onRefused } = useConflict()
  const [empty] = useState(() => valuesOf(account))
  const [scopes, setScopes] = useState<readonly MachineScope[]>(account?.scopes ?? [])
  const [keyWay, setKeyWay] = useState<KeyWay>(account?.jwksUri ? 'jwksUri' : 'jwks')
  const known = useKnownIds(account === undefined)
  const form = useForm(
    // Both endpoints return the account; adding takes the id in its body and needs no etag.
    account ? changeServiceAccount : (addServiceAccount as unknown as typeof changeServiceAccount),
    t,
    {
      empty,
      ...(account && { params: { id: account.id }, headers: { 'if-match': account.etag } }),
      toBody: ({ id, jwks, jwksUri, expiresAt, allowedFrom, ...typed }) => ({
        ...typed,
        ...(!account && { id: String(id).trim() }),
        scopes,
        jwks: keyWay === 'jwks' && jwks !== '' ? { keys: keysOf(String(jwks)) } : null,
        jwksUri: keyWay === 'jwksUri' ? String(jwksUri) : null,
        // An unchanged day keeps its exact time.
        expiresAt:
          account && expiresAt === empty.expiresAt ? account.expiresAt : endOfDay(expiresAt),
        allowedFrom: linesOf(String(allowedFrom)),
      }),
      check: ({ id }) => (known.has(String(id).trim()) ? [{ name: 'id', key: 'idTaken' }] : []),
      onRefused,
      onAsked,
      onDone: (saved, { name }) => {
        showSuccess((account ? t.saved : t.added)({ name: String(name) }))
        onDone(saved.id)
      },
    },
  )
  const isChanged =
    Object.entries(empty).some(([name, value]) => form.values[name as 'name'] !== value) ||
    scopes.toSorted().join() !== (account?.scopes ?? []).toSorted().join()
  const isDirty = isChanged && !form.isSending
  return { form, conflict, scopes, setScopes, keyWay, setKeyWay, isDirty }
}

/** Returns the ids of all service accounts, including revoked ones. */
function useKnownIds(isNew: boolean): ReadonlySet<string> {
  const { data = [] } = useQuery({
    queryKey: ['service account ids'],
    queryFn: ({ signal }) => call(listServiceAccounts, { query: {} }, { signal }),
    enabled: isNew,
  })
  return new Set(data.map(({ id }) => id))
}

/** Derives the id from the name until the admin edits it. */
function useSuggestedId(form: FormProps['form'], isNew: boolean): void {
  const suggested = useRef(suggestServiceId(''))
  const follow = useEffectEvent((id: string) => {
    if (!isNew || form.values.id !== suggested.current) return
    suggested.current = id
    form.set('id', id)
  })
  const id = suggestServiceId(String(form.values.name))
  useEffect(() => follow(id), [id])
}

/** Returns true if a second admin must approve the input: for a new account, or a change that grants more access. */
function useTakesReason({ account, form, scopes, isDirty }: FormProps): boolean {
  const { data } = useQuery({
    queryKey: ['service account terms'],
    queryFn: ({ signal }) => call(getServiceAccountTerms, {}, { signal }),
  })
  if (!data?.takesTwoPeople) return false
  if (!account) return true
  const before = valuesOf(account)
  const isSame = (['jwks', 'jwksUri', 'expiresAt', 'allowedFrom'] as const).every(
    (name) => form.values[name] === before[name],
  )
  return isDirty && (!isSame || scopes.some((scope) => !account.scopes.includes(scope)))
}

type FormProps = Pick<Props, 'account'> & { onReload: () => void } & ReturnType<
    typeof useServiceAccountForm
  >

export function ServiceAccountForm(props: FormProps) {
  const { account, onReload, form, conflict, scopes, setScopes, isDirty } = props
  const { keyWay, setKeyWay } = props
  const t = useMessages(messages)
  const takesReason = useTakesReason(props)
  useSuggestedId(form, account === undefined)
  const keys = (
    <KeyFields
      form={form}
      way={keyWay}
      onWay={setKeyWay}
      saved={account && (account.jwks?.keys ?? [])}
    />
  )
  return (
    <>
      <Form form={form}>
        {account && keys}
        <TextField form={form} name="name" autoComplete="off" />
        {!account && <TextField form={form} name="id" autoComplete="off" dir="ltr" />}
        <ScopeChoices form={form} chosen={scopes} onChoose={setScopes} />
        {!account && keys}
        <DayField form={form} name="expiresAt" isOptional={false} />
        <LinesField form={form} name="allowedFrom" rows={2} isOptional isRight={isCidr} />
        {takesReason && <TextField form={form} name="reason" autoComplete="off" isOptional />}
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
