import { defineMessages } from '#contract/locale.ts'

export const messages = defineMessages(
  {
    interruptedTitle: 'Opening the platform was interrupted',
    interruptedText:
      'It took too long, was continued in another window, or your browser blocks cookies. Open the platform again.',
    unknownTitle: 'This link does not work',
    unknownText: 'The link you followed does not lead to a {brand} platform.',
    notSentTitle: 'What you entered was not sent',
    notSentText:
      'Your session has ended, so the platform did not receive what you sent. Nothing was changed.',
    notSentHow:
      'Log in in a new tab. Then come back to this tab, go back one page and send it again.',
    logIn: 'Log in (opens in a new tab)',
    open: 'Open {platform}',
    toPortal: 'Go to {brand}',
    help: 'Need help?',
  },
  {
    ar: {
      interruptedTitle: 'انقطع فتح المنصة',
      interruptedText:
        'استغرق الأمر وقتًا طويلًا، أو تمت متابعته في نافذة أخرى، أو أن متصفحك يحظر ملفات تعريف الارتباط. افتح المنصة من جديد.',
      unknownTitle: 'هذا الرابط لا يعمل',
      unknownText: 'الرابط الذي أوصلك إلى هنا لا يؤدي إلى أي من منصات {brand}.',
      notSentTitle: 'لم يتم إرسال ما أدخلته',
      notSentText: 'انتهت جلستك، لذلك لم تستلم المنصة ما أرسلته. ولم يتغير أي شيء.',
      notSentHow:
        'سجّل الدخول في علامة تبويب جديدة، ثم عد إلى هذه العلامة وارجع صفحة واحدة إلى الوراء وأعد الإرسال.',
      logIn: 'تسجيل الدخول في علامة تبويب جديدة',
      open: 'فتح {platform}',
      toPortal: 'الانتقال إلى {brand}',
      help: 'هل تحتاج إلى مساعدة؟',
    },
    fr: {
      interruptedTitle: 'L’ouverture de la plateforme a été interrompue',
      interruptedText:
        'Elle a pris trop de temps, a été poursuivie dans une autre fenêtre, ou votre navigateur bloque les cookies. Ouvrez de nouveau la plateforme.',
      unknownTitle: 'Ce lien ne fonctionne pas',
      unknownText: 'Le lien qui vous a conduit ici ne mène à aucune plateforme de {brand}.',
      notSentTitle: 'Votre saisie n’a pas été envoyée',
      notSentText:
        'Votre session a pris fin : la plateforme n’a pas reçu votre envoi. Rien n’a été modifié.',
      notSentHow:
        'Connectez-vous dans un nouvel onglet, puis revenez à celui-ci, retournez à la page précédente et renvoyez votre saisie.',
      logIn: 'Se connecter dans un nouvel onglet',
      open: 'Ouvrir {platform}',
      toPortal: 'Aller à {brand}',
      help: 'Besoin d’aide ?',
    },
    es: {
      interruptedTitle: 'Se interrumpió la apertura de la plataforma',
      interruptedText:
        'Tardó demasiado, continuó en otra ventana o su navegador bloquea las cookies. Abra la plataforma de nuevo.',
      unknownTitle: 'Este enlace no funciona',
      unknownText: 'El enlace que le ha traído aquí no lleva a ninguna plataforma de {brand}.',
      notSentTitle: 'Sus datos no se han enviado',
      notSentText:
        'Su sesión ha terminado, por lo que la plataforma no recibió lo que envió. No se ha modificado nada.',
      notSentHow:
        'Inicie sesión en una pestaña nueva. Después vuelva a esta, retroceda una página y envíelo otra vez.',
      logIn: 'Iniciar sesión en una pestaña nueva',
      open: 'Abrir {platform}',
      toPortal: 'Ir a {brand}',
      help: '¿Necesita ayuda?',
    },
    zh: {
      interruptedTitle: '打开平台的过程已中断',
      interruptedText:
        '用时过长、已在另一个窗口中继续，或者您的浏览器阻止了 Cookie。请重新打开平台。',
      unknownTitle: '此链接无法打开',
      unknownText: '您打开的链接并不指向 {brand} 的任何平台。',
      notSentTitle: '您填写的内容未提交',
      notSentText: '您的会话已结束，平台没有收到您提交的内容，任何数据都未更改。',
      notSentHow: '请在新标签页中登录，然后回到此标签页，返回上一页并重新提交。',
      logIn: '在新标签页中登录',
      open: '打开 {platform}',
      toPortal: '前往 {brand}',
      help: '需要帮助？',
    },
  },
)
