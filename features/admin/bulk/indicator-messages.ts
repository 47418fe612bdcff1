import { defineMessages } from '#contract/locale.ts'

export const indicatorMessages = defineMessages(
  { bulk: 'Bulk action:', ended: 'Bulk action ended' },
  {
    ar: { bulk: 'إجراء جماعي:', ended: 'انتهى الإجراء الجماعي' },
    fr: { bulk: 'Action groupée :', ended: 'Action groupée terminée' },
    es: { bulk: 'Acción masiva:', ended: 'Acción masiva terminada' },
    zh: { bulk: '批量操作：', ended: '批量操作已结束' },
  },
)
