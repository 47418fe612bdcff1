import { defineMessages } from '#contract/locale.ts'

export const menuMessages = defineMessages(
  {
    roles: 'Role',
    noRole: 'None',
    role_super_admin: 'Super admin',
    role_auditor: 'Auditor',
    role_support: 'Support',
    role_user_admin: 'User admin',
    shortcuts: 'Keyboard shortcuts',
  },
  {
    ar: {
      roles: 'الدور',
      noRole: 'لا يوجد',
      role_super_admin: 'مسؤول عام',
      role_auditor: 'مدقق',
      role_support: 'دعم',
      role_user_admin: 'مسؤول المستخدمين',
      shortcuts: 'اختصارات لوحة المفاتيح',
    },
    fr: {
      roles: 'Rôle',
      noRole: 'Aucun',
      role_super_admin: 'Super administrateur',
      role_auditor: 'Auditeur',
      role_support: 'Assistance',
      role_user_admin: 'Administrateur des utilisateurs',
      shortcuts: 'Raccourcis clavier',
    },
    es: {
      roles: 'Rol',
      noRole: 'Ninguno',
      role_super_admin: 'Superadministrador',
      role_auditor: 'Auditor',
      role_support: 'Soporte',
      role_user_admin: 'Administrador de usuarios',
      shortcuts: 'Atajos de teclado',
    },
    zh: {
      roles: '角色',
      noRole: '无',
      role_super_admin: '超级管理员',
      role_auditor: '审计员',
      role_support: '支持人员',
      role_user_admin: '用户管理员',
      shortcuts: '键盘快捷键',
    },
  },
)
