import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isWithin, type NetworkRule } from '#contract/network-rules.ts'
import { errorCodes } from '#contract/refusal.ts'
import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import { Button } from '#web/ui/button.tsx'
import { checkbox, list, type FieldsOf } from '#web/ui/codecs.ts'
import { ConfirmDialog } from '#web/ui/confirm.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { onCode, targetOf } from '#web/ui/form.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { useLockOutGuard } from '#web/parts/lock-out-guard.tsx'
import { networkMessages } from '#web/parts/texts/messages.ts'
import {
  NetworkRulesPreview,
  useNetworkPreview,
  type SavedRules,
} from '#web/parts/network-preview.tsx'
import { NetworkRules } from '#web/parts/network-rules.tsx'
import { headerOf, Page } from '#web/ui/page.tsx'
import { RecordForm, useRecordForm } from '#web/ui/record-form.tsx'
import { whileEditing } from '#web/ui/record-page.tsx'
import { SaveBarPlace } from '#web/ui/save-bar.tsx'
import { showSuccess } from '#web/ui/snackbar.tsx'
import { getNetworks, previewNetworks, setNetworks, type Networks } from './contract.ts'
import { messages } from './texts/messages.ts'

const NetworksHeader = headerOf(messages)

/** The networks of the company, with the users whom unsaved changes would lock out. */
export function NetworksPage() {
  const t = useMessages(messages)
  const [resetCount, setResetCount] = useState(0)
  const { data, error, refetch } = useQuery({
    queryKey: ['company-networks'],
    queryFn: ({ signal }) => call(getNetworks, {}, { signal }),
    ...whileEditing,
  })
  const reload = () => void refetch()
  return (
    <Page>
      <NetworksHeader />
      {error && <Failure text={t.failed} error={error} onRetry={reload} />}
      {!error && !data && <Skeleton rows={4} text={t.loading} />}
      {data && (
        <NetworksForm
          key={`${data.etag} ${resetCount}`}
          networks={data}
          onReload={reload}
          onCancel={() => setResetCount(resetCount + 1)}
        />
      )}
    </Page>
  )
}

const fields = { ipAllowRules: list<NetworkRule>(), iKnow: checkbox } satisfies FieldsOf<
  typeof setNetworks
>

type FormProps = { networks: Networks; onReload: () => void; onCancel: () => void }

function NetworksForm({ networks, onReload, onCancel }: FormProps) {
  const t = useMessages(messages)
  const { record, ownAddressDialog } = useNetworksForm(networks, onReload)
  const { form } = record
  const rules = form.values.ipAllowRules
  const setRules = (changed: readonly NetworkRule[]) => form.set('ipAllowRules', changed)
  const saved: SavedRules = {
    // Only part of a cache key; the endpoints derive the company from the caller.
    companyId: 'own',
    rules: networks.ipAllowRules,
    findPreview: (ipAllowRules, signal) =>
      call(previewNetworks, { body: { ipAllowRules } }, signal ? { signal } : {}),
  }
  const { guarded, dialog } = useLockOutGuard(form, saved, rules)
  const preview = useNetworkPreview(saved, rules)
  const { platforms, yourAddress } = networks
  const isListed = rules.some(({ cidr }) => isWithin(yourAddress, cidr))
  return (
    <>
      <div className="card">
        <SaveBarPlace>
          <RecordForm {...record} {...{ onReload, onCancel, t }} form={guarded} area="user">
            <NetworkRules
              {...{ form, platforms, rules, setRules }}
              actions={(append) =>
                !isListed && (
                  <Button onClick={() => append(yourAddress)}>
                    {t.addMine({ address: yourAddress })}
                  </Button>
                )
              }
            />
            <NetworkRulesPreview {...{ preview, rules, setRules }} />
          </RecordForm>
        </SaveBarPlace>
      </div>
      {dialog}
      {ownAddressDialog}
    </>
  )
}

/** Returns the form that saves the rules. Asks for confirmation if they exclude the user's own address. */
function useNetworksForm(networks: Networks, onReload: () => void) {
  const t = useMessages(messages)
  const { invalidCidr } = useMessages(networkMessages)
  const [isAsking, setAsking] = useState(false)
  const record = useRecordForm(
    targetOf(setNetworks, { headers: { 'if-match': networks.etag } }),
    { ...t, invalidCidr },
    {
      fields,
      values: networks,
      // While the dialog is open, only the dialog's button can submit the form.
      body: () => ({ iKnow: isAsking }),
      onRefused: onCode(errorCodes.ownAddressExcluded, () => setAsking(true)),
      onDone: () => {
        showSuccess(t.saved)
        onReload()
      },
    },
  )
  const { form } = record
  const ownAddressDialog = isAsking && (
    <ConfirmDialog
      title={t.askOwn}
      action={t.saveAnyway}
      isDangerous
      isPending={form.isSending}
      onClose={() => setAsking(false)}
      submits={form.id}
    >
      <p>{t.ownAddressExcluded}</p>
      <p>{t.ownEffect({ address: networks.yourAddress })}</p>
    </ConfirmDialog>
  )
  return { record, ownAddressDialog }
}
