import { defineMessages } from '#contract/locale.ts'

export const chartMessages = defineMessages(
  { total: 'Whole period', table: 'Show as a table' },
  {
    ar: { total: 'الفترة كلها', table: 'عرض في جدول' },
    fr: { total: 'Toute la période', table: 'Afficher en tableau' },
    es: { total: 'Todo el período', table: 'Mostrar como tabla' },
    zh: { total: '整个时段', table: '以表格显示' },
  },
)
