import { useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { call } from '#web/api.ts'
import { useMessages } from '#web/locale.ts'
import { headerOf } from '#web/ui/page.tsx'
import { RecordPage, whileEditing } from '#web/ui/record-page.tsx'
import { getBrand } from './contract.ts'
import { BrandForm } from './form.tsx'
import { BrandHistory } from './history.tsx'
import { messages } from './texts/messages.ts'

export const BrandHeader = headerOf(messages)

export function BrandPage() {
  const t = useMessages(messages)
  const record = useQuery({
    queryKey: ['brand'],
    queryFn: ({ signal }) => call(getBrand, {}, { signal }),
    ...whileEditing,
  })
  const [cancelCount, setCancelCount] = useState(0)
  const reload = () => void record.refetch()
  return (
    <RecordPage back={undefined} record={record} t={t}>
      {(brand) => (
        <Fragment key={`${brand.etag} ${cancelCount}`}>
          <BrandHeader />
          <BrandForm
            brand={brand}
            onReload={reload}
            // The new key discards the draft.
            onCancel={() => setCancelCount(cancelCount + 1)}
          />
          <BrandHistory brand={brand} onReload={reload} />
        </Fragment>
      )}
    </RecordPage>
  )
}
