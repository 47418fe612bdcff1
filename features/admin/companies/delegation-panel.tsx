import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/api.ts'
import { useGap, useMessages } from '#web/locale.ts'
import { AllOrSome, allOrSome } from '#web/ui/all-or-some.tsx'
import { checkbox, choice, digits, orNull, type FieldsOf } from '#web/ui/codecs.ts'
import { Failure } from '#web/ui/failure.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { Form, SubmitButton, targetOf } from '#web/ui/form.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import type { Platform } from '#web/parts/network-rules.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SelectField, SwitchField } from '#web/ui/record-fields.tsx'
import { ConflictNotice, useQuestion, useRecordForm } from '#web/ui/record-form.tsx'
import { whileEditing } from '#web/ui/record-page.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { UnsavedGuard } from '#web/ui/unsaved-guard.tsx'
import {
  getDelegation,
  reviewIntervals,
  setDelegation,
  type DelegationDetails,
} from './delegation-contract.ts'
import { delegationPanelMessages as messages } from './texts/messages.ts'
import { Owners } from './owners-panel.tsx'

type Props = {
  id: string
  platforms: readonly Platform[]
  /** Called with the old and the new ETag after the settings were saved. */
  onSaved: (before: string, after: string) => void
}

/** Settings for self-administration of a company, and its owners. */
export function Delegation({ id, etag, platforms, onSaved }: Props & { etag: string }) {
  const t = useMessages(messages)
  const queryClient = useQueryClient()
  // Contains the ETag, because saving the company's form changes the version that the delegation settings share.
  const queryKey = ['delegation', id, etag]
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
            {...{ id, platforms, onSaved, onChanged, onReload }}
            delegation={data}
          />
        )}
      </Panel>
      {data && <Owners {...{ id, onChanged, onReload }} delegation={data} />}
    </>
  )
}

type FormProps = Props & {
  delegation: DelegationDetails
  onChanged: (changed: DelegationDetails) => void
  onReload: () => void
}

const fields = {
  delegated: checkbox,
  seats: orNull(digits),
  subsystems: allOrSome,
  reviewMonths: orNull(choice(reviewIntervals)),
  reviewStrict: checkbox,
} satisfies FieldsOf<typeof setDelegation>

function useDelegationForm({ id, delegation, onChanged, onSaved }: FormProps) {
  const t = useMessages(messages)
  return useRecordForm(
    targetOf(setDelegation, { params: { id }, headers: { 'if-match': delegation.etag } }),
    t,
    {
      fields,
      values: delegation,
      onDone: (changed) => {
        showSuccess(t.saved)
        onSaved(delegation.etag, changed.etag)
        onChanged(changed)
      },
    },
  )
}

function DelegationForm(props: FormProps) {
  const { platforms, delegation, onReload } = props
  const t = useMessages(messages)
  const gap = useGap()
  const { form, conflict, isDirty } = useDelegationForm(props)
  // The form asks first, because all of the company's administrators would lose their rights.
  const isTurningOff = delegation.delegated && !form.values.delegated
  const { guarded, dialog } = useQuestion(
    form,
    isTurningOff ? { title: t.askOff, action: t.switchOff, text: <p>{t.offEffect}</p> } : undefined,
  )
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
          hint={`${t.seatsHint}${gap}${t.used({ count: delegation.used })}`}
        />
        <AllOrSome
          form={form}
          name="subsystems"
          all={t.hasAll}
          options={platforms}
          initial={delegation.subsystems}
          empty={t.noPlatforms}
        />
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
      <UnsavedGuard area="admin" isDirty={isDirty} text={t.leaveText} />
    </>
  )
}
