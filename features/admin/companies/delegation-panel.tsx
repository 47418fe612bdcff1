import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import { ChoiceGroup } from '#web/ui/choice-group.tsx'
import { ConfirmDialog } from '#web/ui/confirm.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { Form, SubmitButton, useForm } from '#web/ui/form.tsx'
import type { ValuesOf } from '#web/ui/form-state.ts'
import { Skeleton } from '#web/ui/loading.tsx'
import type { Platform } from '#web/ui/network-rules.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SelectField, SwitchField } from '#web/ui/record-fields.tsx'
import { ConflictNotice, useConflict } from '#web/ui/record-form.tsx'
import { whileEditing } from '#web/ui/record-page.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import {
  getDelegation,
  reviewIntervals,
  setDelegation,
  type DelegationDetails,
} from './delegation-contract.ts'
import { delegationPanelMessages as messages } from './texts/messages.ts'
import { Owners } from './owners-panel.tsx'

type Props = { id: string; platforms: readonly Platform[] }

/** Settings for self-administration of a company, and its owners. */
export function Delegation({ id, platforms }: Props) {
  const t = useMessages(messages)
  const queryClient = useQueryClient()
  const queryKey = ['delegation', id]
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(getDelegation, { params: { id } }, { signal }),
    ...whileEditing,
  })
  const onChanged = (changed: DelegationDetails) => queryClient.setQueryData(queryKey, changed)
  const onReload = () => void refetch()
  return (
    <>
      <Panel title={t.title} intro={t.intro}>
        {error && <Failure text={t.failed} error={error} onRetry={onReload} />}
        {!error && !data && <Skeleton rows={4} text={t.loading} />}
        {data && (
          <DelegationForm
            key={data.etag}
            {...{ id, platforms, onChanged, onReload }}
            delegation={data}
          />
        )}
      </Panel>
      {data && <Owners {...{ id, onChanged }} delegation={data} />}
    </>
  )
}

type FormProps = Props & {
  delegation: DelegationDetails
  onChanged: (changed: DelegationDetails) => void
  onReload: () => void
}

function DelegationForm(props: FormProps) {
  const { platforms, delegation, onReload } = props
  const t = useMessages(messages)
  const [chosen, setChosen] = useState<readonly string[]>(
    delegation.subsystems ?? platforms.map(({ id }) => id),
  )
  const { form, conflict } = useDelegationForm(props, chosen)
  const { guarded, dialog } = useOffGuard(form, delegation)
  return (
    <>
      <Form form={guarded}>
        <SwitchField form={form} name="delegated" />
        <TextField
          form={form}
          name="seats"
          inputMode="numeric"
          autoComplete="off"
          isOptional
          hint={`${t.seatsHint} ${t.used({ count: delegation.used })}`}
        />
        <SwitchField form={form} name="hasAll" label={t.hasAll} />
        {form.values.hasAll !== true && (
          <ChoiceGroup
            form={form}
            name="subsystems"
            options={platforms}
            chosen={chosen}
            onChoose={setChosen}
            empty={t.noPlatforms}
          />
        )}
        <SelectField
          form={form}
          name="reviewMonths"
          options={[
            { value: '', text: t.review_never },
            ...reviewIntervals.map((each) => ({ value: String(each), text: t[`review_${each}`] })),
          ]}
        />
        <SwitchField form={form} name="reviewStrict" />
        <ConflictNotice {...{ conflict, onReload, t }} />
        <div className="button-row">
          <SubmitButton form={form}>{t.save}</SubmitButton>
        </div>
      </Form>
      {dialog}
    </>
  )
}

function useDelegationForm({ id, delegation, onChanged }: FormProps, chosen: readonly string[]) {
  const t = useMessages(messages)
  const { conflict, onRefused } = useConflict()
  const { delegated, seats, subsystems, reviewMonths, reviewStrict } = delegation
  const form = useForm(setDelegation, t, {
    empty: {
      delegated,
      seats: seats === null ? '' : String(seats),
      hasAll: subsystems === null,
      subsystems: '',
      reviewMonths: reviewMonths === null ? '' : String(reviewMonths),
      reviewStrict,
    } as ValuesOf<
      'delegated' | 'seats' | 'hasAll' | 'subsystems' | 'reviewMonths' | 'reviewStrict'
    >,
    params: { id },
    headers: { 'if-match': delegation.etag },
    check: (typed) =>
      /^([1-9]\d{0,5})?$/.test(String(typed.seats).trim())
        ? []
        : [{ name: 'seats', key: 'wrongSeats' }],
    toBody: (typed) => ({
      delegated: typed.delegated === true,
      seats: Number(typed.seats) || null,
      subsystems: typed.hasAll === true ? null : [...chosen],
      reviewMonths: reviewIntervals.find((each) => String(each) === typed.reviewMonths) ?? null,
      reviewStrict: typed.reviewStrict === true,
    }),
    onRefused,
    onDone: (changed) => {
      showSuccess(t.saved)
      onChanged(changed)
    },
  })
  return { form, conflict }
}

type DelegationForm = ReturnType<typeof useDelegationForm>['form']

/** Asks for confirmation before all of the company's administrators lose their rights. */
function useOffGuard(form: DelegationForm, { delegated }: DelegationDetails) {
  const t = useMessages(messages)
  const [isAsking, setAsking] = useState(false)
  const guarded: DelegationForm = {
    ...form,
    onSubmit: (event) => {
      if (isAsking || !delegated || form.values.delegated === true) {
        setAsking(false)
        return form.onSubmit(event)
      }
      event.preventDefault()
      setAsking(true)
    },
  }
  const dialog = isAsking && (
    <ConfirmDialog
      title={t.askOff}
      action={t.switchOff}
      isDangerous
      onClose={() => setAsking(false)}
      submits={form.id}
    >
      <p>{t.offEffect}</p>
    </ConfirmDialog>
  )
  return { guarded, dialog }
}
