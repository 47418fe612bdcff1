import { defineMessages } from '#contract/locale.ts'

export const paletteMessages = defineMessages(
  {
    search: 'Search',
    inviteUser: 'Invite user',
    addCompany: 'Add company',
    addPlatform: 'Register platform',
    bulkActions: 'Bulk actions',
    ownAccount: 'Your account',
  },
  {
    ar: {
      search: 'بحث',
      inviteUser: 'دعوة مستخدم',
      addCompany: 'إضافة شركة',
      addPlatform: 'تسجيل منصة',
      bulkActions: 'الإجراءات الجماعية',
      ownAccount: 'حسابك',
    },
    fr: {
      search: 'Rechercher',
      inviteUser: 'Inviter un utilisateur',
      addCompany: 'Ajouter une entreprise',
      addPlatform: 'Enregistrer une plateforme',
      bulkActions: 'Actions groupées',
      ownAccount: 'Votre compte',
    },
    es: {
      search: 'Buscar',
      inviteUser: 'Invitar a un usuario',
      addCompany: 'Añadir empresa',
      addPlatform: 'Registrar plataforma',
      bulkActions: 'Acciones masivas',
      ownAccount: 'Su cuenta',
    },
    zh: {
      search: '搜索',
      inviteUser: '邀请用户',
      addCompany: '添加公司',
      addPlatform: '注册平台',
      bulkActions: '批量操作',
      ownAccount: '您的账户',
    },
  },
)
