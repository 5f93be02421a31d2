;; Run by Emacs with the configuration of docs/editors/emacs.md: what a person would do and see, as JSON.
;; Environment: OUTPUT (the file to write).
(require 'json)
(require 'flymake)

(defvar result nil)
(defvar steps nil)
(defvar tries 0)

(defun note (name value) (push (cons name value) result))

(defun finish ()
  (with-temp-file (getenv "OUTPUT") (insert (json-encode result)))
  (set-buffer-modified-p nil)
  (kill-emacs 0))

(defun codes ()
  (vconcat (mapcar (lambda (diagnostic)
                     (car (last (split-string (flymake-diagnostic-text diagnostic) "\n"))))
                   (flymake-diagnostics))))

(defun face-at (text)
  (save-excursion
    (goto-char (point-min))
    (search-forward text)
    (font-lock-ensure)
    (format "%s" (or (get-text-property (- (point) 2) 'face) ""))))

(defun on-line (number) (goto-char (point-min)) (forward-line (1- number)))
(defun line-text () (buffer-substring-no-properties (line-beginning-position) (line-end-position)))

;; Puts text between the quotes of the first value, completes it, and gives what the line is then.
(defun completed (text)
  (on-line 2)
  (search-forward ": \"")
  (delete-region (point) (progn (skip-chars-forward "A-Z_0-9") (point)))
  (insert text)
  (completion-at-point)
  (line-text))

;; Each step: what is waited for, whether it is there, what is done then.
(setq steps
      (list
       (list "diagnostics" (lambda () (flymake-diagnostics))
             (lambda ()
               (note 'mode (symbol-name major-mode))
               (note 'diagnostics (codes))
               (note 'colours (vector (face-at "\"risk-of-bias-method\"") (face-at "] ")))
               (on-line 2) (forward-char 5)
               (eldoc t)))
       (list "hover" (lambda () (and (buffer-live-p eldoc--doc-buffer) (> (buffer-size eldoc--doc-buffer) 40)))
             (lambda ()
               (note 'hover (with-current-buffer eldoc--doc-buffer (buffer-string)))
               (note 'begun (completed "RISK"))
               (note 'chosen (completed "RISK_OF_BIAS_2"))
               (undo-boundary)
               (analyses-fix-all)))
       (list "what is certain" (lambda () (save-excursion (goto-char (point-min)) (search-forward "\"number\": 1," nil t)))
             (lambda () (note 'fixed t)))
       (list "the problems to go away" (lambda () (= 2 (length (flymake-diagnostics))))
             (lambda () (note 'left (codes)) (finish)))))

(defun look ()
  (condition-case problem
      (let ((step (car steps)))
        (setq tries (1+ tries))
        (cond ((funcall (nth 1 step))
               (setq steps (cdr steps) tries 0)
               (funcall (nth 2 step)))
              ((> tries 300) (note 'in_vain (car step)) (note 'left (codes)) (finish))))
    (error (note 'in_vain (format "%s: %S" (caar steps) problem)) (finish))))

(run-with-timer 0.1 0.05 #'look)
