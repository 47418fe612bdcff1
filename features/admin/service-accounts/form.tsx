import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type * as z from 'zod/mini'
import type { keySet } from '#contract/key-set.ts'
import type { MachineScope } from '#contract/machine.ts'
import { isCidr } from '#contract/network-rules.ts'
import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import type { PublicKey } from '#web/public-keys.ts'
import {
  lines,
  list,
  orNull,
  text,
  type Codec,
  type ControlsOf,
  type FieldsOf,
} from '#web/ui/codecs.ts'
import { DayField } from '#web/ui/day-field.tsx'
import { dayOf, endOfDay } from '#web/ui/days.ts'
import { TextField } from '#web/ui/fields.tsx'
import { targetOf, versionInput, type Target } from '#web/ui/form.tsx'
import type { FormState } from '#web/ui/form-state.ts'
import { RecordForm, useRecordForm } from '#web/ui/record-form.tsx'
import { LinesField } from '#web/ui/record-fields.tsx'
import type { RecordControls } from '#web/ui/record-screen.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { useSuggestedId } from '#web/ui/suggested-id.ts'
import {
  addServiceAccount,
  changeServiceAccount,
  getServiceAccountTerms,
  suggestServiceId,
  type ServiceAccount,
} from './contract.ts'
import { KeyFields, type KeySource } from './key-fields.tsx'
import { listServiceAccounts } from './list-contract.ts'
import { messages } from './texts/messages.ts'
import { ScopeChoices } from './scope-choices.tsx'

const dayMs = 24 * 60 * 60 * 1000

/** A list of public keys; an empty list is null in the body. */
const keys: Codec<z.output<typeof keySet> | null, readonly PublicKey[]> = {
  show: (wire) => wire?.keys ?? [],
  read: (list) => (list.length === 0 ? null : { keys: [...list] }),
  blank: null,
}

/** A day; the body contains its last second. */
const day: Codec<string, string> = {
  show: (wire) => dayOf(new Date(wire)),
  read: (input) => endOfDay(input) ?? '',
  blank: '',
}

const fields = {
  id: text,
  name: text,
  scopes: list<MachineScope>(),
  jwks: keys,
  jwksUri: orNull(text),
  expiresAt: day,
  allowedFrom: lines,
  reason: text,
} satisfies FieldsOf<typeof addServiceAccount>

function newAccount() {
  return { id: 'svc-', expiresAt: new Date(Date.now() + 90 * dayMs).toISOString() }
}

type Props = {
  /** Undefined for a new account. */
  account?: ServiceAccount
  controls: RecordControls
}

export function ServiceAccountForm({ account, controls }: Props) {
  const t = useMessages(messages)
  const [keySource, setKeySource] = useState<KeySource>(account?.jwksUri ? 'jwksUri' : 'jwks')
  const usedIds = useUsedIds(account === undefined)
  const target: Target<ServiceAccount> = account
    ? targetOf(changeServiceAccount, versionInput(account))
    : targetOf(addServiceAccount, {})
  const record = useRecordForm(target, t, {
    fields,
    values: account ?? newAccount(),
    body: ({ id, jwks, jwksUri, expiresAt }) => ({
      id: id.trim(),
      jwks: keySource === 'jwks' ? jwks : null,
      // An empty text is reported at this field; null would be reported at `jwks`, which is hidden.
      jwksUri: keySource === 'jwksUri' ? (jwksUri ?? '') : null,
      // An unchanged day keeps its exact time.
      expiresAt:
        account && day.show(account.expiresAt) === day.show(expiresAt)
          ? account.expiresAt
          : expiresAt,
    }),
    check: ({ id }) => (usedIds.has(id.trim()) ? [{ name: 'id', key: 'idTaken' }] : []),
    onAsked: controls.onAsked,
    onDone: ({ id }, { name }) => {
      showSuccess((account ? t.saved : t.added)({ name }))
      controls.onDone(id)
    },
  })
  const { form } = record
  const takesReason = useTakesReason(form, account)
  const keyFields = (
    <KeyFields
      form={form}
      source={keySource}
      onSource={setKeySource}
      saved={account && (account.jwks?.keys ?? [])}
    />
  )
  return (
    <RecordForm {...record} {...controls} submit={account ? undefined : t.add} t={t}>
      {account && keyFields}
      <TextField form={form} name="name" autoComplete="off" />
      {!account && <NewId form={form} />}
      <ScopeChoices form={form} />
      {!account && keyFields}
      <DayField form={form} name="expiresAt" isOptional={false} />
      <LinesField form={form} name="allowedFrom" rows={2} isOptional isValid={isCidr} />
      {takesReason && <TextField form={form} name="reason" autoComplete="off" isOptional />}
    </RecordForm>
  )
}

type FormOf = FormState<keyof typeof fields, keyof typeof fields, ControlsOf<typeof fields>>

function NewId({ form }: { form: FormOf }) {
  useSuggestedId(form, suggestServiceId)
  return <TextField form={form} name="id" autoComplete="off" dir="ltr" />
}

/** Returns the ids of all service accounts, including revoked ones; none for an existing account. */
function useUsedIds(isNew: boolean): ReadonlySet<string> {
  const { data = [] } = useQuery({
    queryKey: ['service account ids'],
    queryFn: ({ signal }) => call(listServiceAccounts, { query: {} }, { signal }),
    enabled: isNew,
  })
  return new Set(data.map(({ id }) => id))
}

/** Fields whose change may grant a service account more access. */
const protectedFields = ['jwks', 'jwksUri', 'expiresAt', 'allowedFrom']

/**
 * Returns true if a second admin may have to approve the input: for a new account, a change of protected fields, or an
 * additional scope.
 */
function useTakesReason({ values, changed }: FormOf, account: ServiceAccount | undefined): boolean {
  const { data } = useQuery({
    queryKey: ['service account terms'],
    queryFn: ({ signal }) => call(getServiceAccountTerms, {}, { signal }),
  })
  if (!data?.takesTwoPeople) return false
  if (!account || changed.some((name) => protectedFields.includes(name))) return true
  return values.scopes.some((scope) => !account.scopes.includes(scope))
}
